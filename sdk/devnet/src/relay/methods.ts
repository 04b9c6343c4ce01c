/**
 * The methods that a relay serves: those of irn, and the two that carry out a pairing in one
 * call each.
 */
import { createHash } from 'node:crypto'
import type { Letter, Mailbox, Posting } from './mailbox.js'
import { RelayRefusal } from './refusal.js'

/**
 * A client as the methods see it: it has an identity that outlives its connection, and topics that
 * do not.
 */
export interface Subscriber {
  readonly client: string
  readonly topics: Set<string>
  push(letter: Letter): void
}

export interface RelayCall {
  /** Called with the messages of a request before they are published. */
  readonly postings: readonly Posting[]
  /** Does it, and answers its result. */
  run(): unknown
}

type Params = Readonly<Record<string, unknown>>

const maxTopicsAtOnce = 500

/** Understands a request without doing anything yet. @throws RelayRefusal */
export function readCall(
  method: string,
  params: Params,
  subscriber: Subscriber,
  mailbox: Mailbox,
  deliver: (letter: Letter) => void,
): RelayCall {
  const subscribe = (topic: string): string => {
    subscriber.topics.add(topic)
    for (const letter of mailbox.waitingFor(subscriber.client, topic)) subscriber.push(letter)
    return createHash('sha256').update(topic).update(subscriber.client).digest('hex')
  }
  const publish = (postings: readonly Posting[]) => {
    for (const posting of postings) {
      const letter = mailbox.post(posting, subscriber.client)
      if (letter) deliver(letter)
    }
  }
  const publishing = (postings: readonly Posting[], topic?: string): RelayCall => ({
    postings,
    run() {
      if (topic !== undefined) subscribe(topic)
      publish(postings)
      return true
    },
  })
  const reading = (run: () => unknown): RelayCall => ({ postings: [], run })
  const messagesOf = (topics: readonly string[]) => ({
    messages: topics.flatMap(topic => mailbox.lasting(subscriber.client, topic)).map(shown),
    hasMore: false,
  })

  const methods: Readonly<Record<string, () => RelayCall>> = {
    irn_publish: () => publishing([posting(params)]),
    irn_batchPublish: () =>
      publishing(list(params.messages).map(message => posting(message as Params))),
    irn_subscribe() {
      const topic = topicOf(params.topic)
      return reading(() => subscribe(topic))
    },
    irn_batchSubscribe() {
      const topics = topicsOf(params.topics)
      return reading(() => topics.map(subscribe))
    },
    irn_unsubscribe() {
      const topic = topicOf(params.topic)
      return reading(() => leave([topic]))
    },
    irn_batchUnsubscribe() {
      const topics = topicsOf(list(params.subscriptions).map(one => (one as Params).topic))
      return reading(() => leave(topics))
    },
    irn_fetchMessages() {
      const topic = topicOf(params.topic)
      return reading(() => messagesOf([topic]))
    },
    irn_batchFetchMessages() {
      const topics = topicsOf(params.topics)
      return reading(() => messagesOf(topics))
    },
    // The proposer never subscribes by itself, nor does the wallet that settles: the relay has to
    // do it for them.
    wc_proposeSession() {
      const topic = topicOf(params.pairingTopic)
      return publishing(
        [posting({ ...params, topic, message: params.sessionProposal, tag: 1100 })],
        topic,
      )
    },
    wc_approveSession() {
      const topic = topicOf(params.sessionTopic)
      const approval = posting({
        ttl: params.ttl,
        topic: params.pairingTopic,
        message: params.sessionProposalResponse,
        tag: 1101,
      })
      return publishing(
        [
          approval,
          posting({ ttl: params.ttl, topic, message: params.sessionSettlementRequest, tag: 1102 }),
        ],
        topic,
      )
    },
  }
  const leave = (topics: readonly string[]) => {
    for (const topic of topics) subscriber.topics.delete(topic)
    return true
  }

  const name = method.replace(/^iridium_/, 'irn_')
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!found) throw new RelayRefusal(-32601, `Method not found: ${method}`)
  return found()
}

/** A message as a client is shown it. */
export const shown = ({ topic, message, publishedAt, tag, attestation }: Letter) => ({
  topic,
  message,
  publishedAt,
  tag,
  ...(attestation !== undefined && { attestation }),
})

function posting({ topic, message, ttl, tag, attestation }: Params): Posting {
  if (typeof message !== 'string' || message === '')
    throw new RelayRefusal(-32600, 'Expected a message.')
  return {
    topic: topicOf(topic),
    message,
    ttl: typeof ttl === 'number' && ttl > 0 ? ttl : 300,
    tag: typeof tag === 'number' ? tag : 0,
    ...(typeof attestation === 'string' && attestation !== '' && { attestation }),
  }
}

function topicOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value))
    throw new RelayRefusal(-32600, 'Expected a topic of 64 hex digits.')
  return value
}

function topicsOf(value: unknown): readonly string[] {
  const topics = list(value).map(topicOf)
  if (topics.length > maxTopicsAtOnce)
    throw new RelayRefusal(-32600, `Expected at most ${maxTopicsAtOnce} topics.`)
  return topics
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new RelayRefusal(-32600, 'Expected a list.')
  return value
}
