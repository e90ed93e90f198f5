// The line to a table: it tells when it is lost, and mends itself.

const WAITS = [0.5, 1, 2, 4, 8, 10];

// Close codes after which connecting again is no use.
const ENDS = {
  1008: "This page may not connect to the table.",
  4404: "There is no such table.",
  4410: "This table is closed.",
  4429: "This browser sent too much at once; load the page again.",
};

/** Connect to a table and stay connected. `heard(message)` gets every message; `state(words, well)`
 * is told how the line is. Returns `{ send, again, close }`; `send` is false where nothing could be
 * sent, `again` connects anew, for a browser that has just got its seat. */
export function connect(table, { heard, state }) {
  let socket = null;
  let losses = 0;
  let closed = false;
  let timer = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";

  function open() {
    clearTimeout(timer);
    if (closed) return;
    const mine = new WebSocket(`${scheme}://${location.host}/ws/table/${encodeURIComponent(table)}`);
    socket = mine;
    socket.addEventListener("message", (event) => {
      if (mine !== socket) return; // a line that was left for another
      if (losses) state("Connected again.", true);
      losses = 0;
      heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (closed || mine !== socket) return;
      if (event.code in ENDS) {
        closed = true;
        state(event.reason || ENDS[event.code], false);
        return;
      }
      const wait = WAITS[Math.min(losses, WAITS.length - 1)];
      if (!losses) state("The connection is lost; your seat is kept while it is mended.", false);
      losses += 1;
      timer = setTimeout(open, wait * 1000);
    });
  }

  // A phone that wakes up, or a line that is back, should not wait for the next attempt.
  const hurry = () => {
    if (losses && socket.readyState === WebSocket.CLOSED) open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    again() {
      const old = socket;
      open();
      old.close();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
