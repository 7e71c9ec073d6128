/**
 * Asks for the record of the match in the address while the page's modules are still on their way; they then find the answer. A
 * plain script, since a module would wait for the others.
 */
{
  const id = new URLSearchParams(location.search).get("id") ?? "";
  if (/^[0-9a-f-]{36}$/.test(id)) {
    const record = document.createElement("link");
    record.rel = "preload";
    record.as = "fetch";
    record.crossOrigin = "anonymous";
    record.href = `/api/matches/${id}`;
    document.head.append(record);
  }
}
