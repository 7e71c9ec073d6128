// The frame that runs a visitor's bot. It has no origin, so it shares nothing with the site, and no network. It creates
// one worker from the program that the page sends, passes it one end of a channel, and reports to the page if the
// program does not load. It accepts and sends nothing else.
"use strict";

addEventListener(
  "message",
  ({ source, data: program, ports: [report, calls] }) => {
    if (source !== parent) {
      return;
    }
    const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.addEventListener("error", (event) => {
      // The program did not load, or threw outside a call. End it: it could throw endlessly, and each error would keep
      // this frame busy.
      event.preventDefault();
      worker.terminate();
      // Of a program that does not parse, only some browsers tell more than that.
      const { message = "SyntaxError: This is not valid JavaScript.", lineno: line, colno: column } = event;
      report.postMessage({ message: String(message), line, column });
    });
    worker.postMessage(null, [calls]);
  },
  { once: true },
);
