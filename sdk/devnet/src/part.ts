/** Something the devnet can start: a chain, a ledger, a relay, a server. */
export interface StartablePart<Running extends RunningPart = RunningPart> {
  /** Starts it. Its module is loaded here and not before, so that an unused part costs nothing. */
  start(): Promise<Running>
}

export interface RunningPart {
  /** The CAIP-2 id of a chain, a plain name for the rest. */
  readonly id: string
  /** The operating system's ids of the processes that belong to it. */
  readonly pids: readonly number[]
  /** Where it answers, by protocol, for the person who started it. */
  readonly addresses: Readonly<Record<string, string>>
  /** Remembers the present state under a name. */
  snapshot(name: string): Promise<void>
  /**
   * Goes back to a remembered state, as often as wanted.
   *
   * @throws DevnetError NO_SUCH_SNAPSHOT
   */
  revert(name: string): Promise<void>
  /** Ends its processes and frees its ports. Asking twice is harmless. */
  stop(): Promise<void>
}
