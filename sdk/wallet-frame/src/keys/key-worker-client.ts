/** The page's side of the worker with the keys. */
import * as v from 'valibot'
import { KeyError, type KeyErrorCode } from './errors.js'
import { type Answer, type Ask, type CallName, calls, isCallName, reply } from './messages.js'

type Calls = {
  readonly [K in CallName]: undefined extends Ask<K>
    ? () => Promise<Answer<K>>
    : (ask: Ask<K>) => Promise<Answer<K>>
}

/** Each call rejects with a KeyError. */
export interface KeyWorkerClient extends Calls {
  /** Calls back when the wallet was locked; answers the way to end that. */
  onLocked(listener: (why: 'idle' | 'asked') => void): () => void
  /** Ends the worker, and with it everything that it knows. */
  close(): void
}

/** The part of a Worker that is used here. */
export interface KeyWorker {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: string, listener: (event: Event) => void): void
  terminate(): void
}

interface Waiting {
  answer(value: unknown): void
  fail(error: KeyError): void
}

/** A call that takes longer fails with KEYS_TIMED_OUT. */
const deadlineMs = 30_000

export function connectKeys(worker: KeyWorker): KeyWorkerClient {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(why: 'idle' | 'asked') => void>()
  let lastId = 0
  let ended: KeyError | undefined

  const end = (error: KeyError) => {
    ended = error
    worker.terminate()
    for (const each of [...waiting.values()]) each.fail(error)
  }
  worker.addEventListener('error', () => end(failed('The worker with the keys stopped.')))
  worker.addEventListener('messageerror', () => end(failed('An answer of the keys is unreadable.')))
  worker.addEventListener('message', event => {
    const message = v.safeParse(reply, (event as MessageEvent<unknown>).data)
    if (!message.success) return end(failed('The worker with the keys gave an unknown answer.'))
    const said = message.output
    if ('locked' in said) {
      for (const listener of [...listeners]) listener(said.locked)
      return
    }
    const call = waiting.get(said.id)
    if ('answer' in said) call?.answer(said.answer)
    else call?.fail(new KeyError(said.error.code as KeyErrorCode, said.error.message))
  })

  const send = <K extends CallName>(name: K, ask: Ask<K>): Promise<Answer<K>> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++lastId
      const finish = () => {
        clearTimeout(timer)
        waiting.delete(id)
      }
      const fail = (error: KeyError) => {
        finish()
        reject(error)
      }
      const timer = setTimeout(
        () => fail(new KeyError('KEYS_TIMED_OUT', 'The keys did not answer within 30 seconds.')),
        deadlineMs,
      )
      waiting.set(id, {
        fail,
        answer(value) {
          const answer = v.safeParse(calls[name].answer, value)
          if (!answer.success) return fail(failed(`The answer to ${name} does not fit its schema.`))
          finish()
          resolve(answer.output as Answer<K>)
        },
      })
      worker.postMessage({ id, call: name, ask }, passkeyValues(ask))
    })

  const byName = Object.fromEntries(
    Object.keys(calls)
      .filter(isCallName)
      .map(name => [name, (ask: Ask<typeof name>) => send(name, ask)]),
  ) as unknown as Calls
  return {
    ...byName,
    onLocked(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => end(failed('The keys were closed.')),
  }
}

const failed = (message: string) => new KeyError('KEYS_FAILED', message)

/** Values of passkeys move into the worker: nothing of them stays on the page's side. */
function passkeyValues(ask: unknown): Transferable[] {
  if (ask instanceof Uint8Array) return [ask.buffer]
  if (typeof ask !== 'object' || ask === null) return []
  return Object.values(ask).flatMap(passkeyValues)
}
