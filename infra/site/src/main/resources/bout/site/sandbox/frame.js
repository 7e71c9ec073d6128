// The frame in which a visitor's bot runs: it has no origin of its own, so it shares nothing with the site, and no network. It
// makes one worker of the program that the page sends, hands it one end of a channel, and tells the page why, should the program
// not load. It takes nothing else in and gives nothing else out.
"use strict";

addEventListener("message", ({ source, data: program, ports: [report, calls] }) => {
  if (source !== parent) {
    return;
  }
  const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.addEventListener("error", (event) => {
    // The program could not be loaded, or throws outside of any call. It is ended: it could throw without end, and each error
    // would keep this frame busy.
    event.preventDefault();
    worker.terminate();
    report.postMessage({ message: String(event.message), line: event.lineno, column: event.colno });
  });
  worker.postMessage(null, [calls]);
}, { once: true });
