/** A screen that watches a table with its token, or for somebody who is signed in: whole frames, and the state of the line. */
import { announce } from "./announce.svelte";
import { liveSocket, type LineState } from "./live";
import type { TableFrame } from "./types";

export class Watching {
  frame = $state.raw<TableFrame | null>(null);
  line = $state<LineState>("connecting");

  constructor(
    readonly table: string,
    readonly token: string,
  ) {}

  /** Watch until the returned function is called. */
  start(): () => void {
    const who = this.token ? `token=${encodeURIComponent(this.token)}` : "audience=display";
    const path = `/api/tables/${encodeURIComponent(this.table)}/live?${who}`;
    const socket = liveSocket<TableFrame>(path, {
      frame: (frame) => {
        if (frame.say && frame.say !== this.frame?.say) announce(frame.say);
        this.frame = frame;
      },
      state: (state) => (this.line = state),
    });
    return () => socket.close();
  }
}
