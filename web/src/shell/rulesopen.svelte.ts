// Whether the rules lie open over a table, and at which clause. Any part of a table may open them: `openRules("tunnels")`.

let open = $state<string | null>(null);

export const rulesOpen = {
  /** The id of the clause, "" for the beginning, null while they are closed. */
  get at(): string | null {
    return open;
  },
  close(): void {
    open = null;
  },
};

export const openRules = (clause = ""): void => {
  open = clause;
};
