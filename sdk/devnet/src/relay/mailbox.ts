import { phaseOf, type RelayPhase } from './phases.js'

/** A message that was published on a topic. The relay cannot read it. */
export interface Letter {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation?: string
  readonly publisher: string
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly expiresAt: number
}

export interface Posting {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** How long it is kept, in seconds. */
  readonly ttl: number
  readonly attestation?: string
}

/** Stores messages for clients that are not connected. */
export interface Mailbox {
  /**
   * Stores a message. `undefined` when the same one is stored already: clients without an answer
   * resend.
   */
  post(posting: Posting, publisher: string): Letter | undefined
  /** The messages that this client has not acknowledged or published itself, oldest first. */
  waitingFor(client: string, topic: string): readonly Letter[]
  /** The unexpired messages of other clients, acknowledged or not, oldest first. */
  lasting(client: string, topic: string): readonly Letter[]
  acknowledge(client: string, letter: Letter): void
  isWaitingFor(client: string, letter: Letter): boolean
  /** Messages that were not acknowledged yet. */
  readonly unread: readonly Letter[]
  /** How many different messages ever came, by what they were for. */
  readonly published: Readonly<Partial<Record<RelayPhase, number>>>
}

/** `now`: milliseconds since 1970. */
export function createMailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<string, Letter>>()
  const readers = new WeakMap<Letter, Set<string>>()
  const published: Partial<Record<RelayPhase, number>> = {}

  const lettersOf = (topic: string): readonly Letter[] => {
    const letters = topics.get(topic)
    if (!letters) return []
    for (const [message, { expiresAt }] of letters) if (expiresAt <= now()) letters.delete(message)
    if (letters.size === 0) topics.delete(topic)
    return [...letters.values()]
  }
  const lasting = (client: string, topic: string) =>
    lettersOf(topic).filter(({ publisher }) => publisher !== client)
  const isRead = (letter: Letter) => (readers.get(letter)?.size ?? 0) > 0
  const isWaitingFor = (client: string, letter: Letter) =>
    letter.expiresAt > now() && letter.publisher !== client && !readers.get(letter)?.has(client)

  return {
    post({ ttl, ...posting }, publisher) {
      if (lettersOf(posting.topic).some(({ message }) => message === posting.message))
        return undefined
      const letter = { ...posting, publisher, publishedAt: now(), expiresAt: now() + ttl * 1_000 }
      const letters = topics.get(posting.topic) ?? new Map<string, Letter>()
      topics.set(posting.topic, letters.set(posting.message, letter))
      const phase = phaseOf(posting.tag)
      published[phase] = (published[phase] ?? 0) + 1
      return letter
    },
    waitingFor: (client, topic) =>
      lasting(client, topic).filter(letter => isWaitingFor(client, letter)),
    lasting,
    acknowledge(client, letter) {
      readers.set(letter, (readers.get(letter) ?? new Set()).add(client))
    },
    isWaitingFor,
    get unread() {
      return [...topics.keys()].flatMap(lettersOf).filter(letter => !isRead(letter))
    },
    published,
  }
}
