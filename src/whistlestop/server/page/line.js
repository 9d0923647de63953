// The line to a table: a socket that comes back by itself and loses no command.
// A command is sent again with the same id until it is answered, so it is carried out once.

const LONGEST = 15000;

export class Line {
  /** `heard` has: welcome, update, refused (without a command), state ("open" or "lost"), bye. */
  constructor(table, heard) {
    Object.assign(this, { table, heard, since: null, tries: 0, open: false, ended: false });
    this.unanswered = new Map();
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket.onopen = () => this.say({ type: "hello", protocol: 1, since: this.since });
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.lose();
  }

  lose() {
    this.open = false;
    if (this.ended) return;
    this.heard.state("lost");
    const wait = Math.min(LONGEST, 500 * 2 ** this.tries++) * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** The network is back or somebody looks again: no need to wait any longer. */
  hurry() {
    if (this.open || this.ended || this.socket.readyState < 2) return;
    clearTimeout(this.timer);
    this.connect();
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  receive(message) {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "ack" || message.type === "refused") this.answer(message);
    else if (message.type === "bye") {
      this.ended = !message.retry;
      this.heard.bye(message);
    }
  }

  welcome(message) {
    const known = this.since;
    Object.assign(this, { since: message.v, tries: 0, open: true });
    this.heard.welcome(message, known);
    this.heard.state("open");
    for (const { command } of this.unanswered.values()) this.say(command);
  }

  update(message) {
    if (message.v <= this.since) return;
    this.since = message.v;
    this.heard.update(message);
  }

  answer(message) {
    const waiting = this.unanswered.get(message.id);
    this.unanswered.delete(message.id);
    if (message.type === "ack") waiting?.done(message.result);
    else if (waiting) waiting.failed(message);
    else this.heard.refused(message);
  }

  /** Send a command; the promise is kept once the server has stored it. */
  command(type, fields = {}) {
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36)).join("");
    const command = { type, id, ...fields };
    return new Promise((done, failed) => {
      this.unanswered.set(id, { command, done, failed });
      if (this.open) this.say(command);
    });
  }
}
