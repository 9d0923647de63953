/* Lets the search work on pages that were opened from a disk, where browsers start no worker: there a worker's script
   runs in a hidden frame instead. It knows just what the theme's search needs of a worker: messages both ways. The
   name of this file tells the theme's offline plugin that it need not fetch such a thing from elsewhere. */
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      frame.srcdoc = `<script>postMessage = (data) => frameElement.answer(data)</script><script src="${script}"></script>`;
      this.ready = new Promise((loaded) => frame.addEventListener("load", () => loaded(frame.contentWindow)));
      const add = () => document.body.append(frame);
      if (document.body) add();
      else document.addEventListener("DOMContentLoaded", add);
    }

    async postMessage(data) {
      (await this.ready).dispatchEvent(new MessageEvent("message", { data }));
    }
  };
