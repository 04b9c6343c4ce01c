import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { BaseError, createClient, custom } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import type { Rpc } from '../../chains/json-rpc.js'
import { BackendError } from '../../errors.js'
import type { NamesOptions } from './options.js'

export interface Identity {
  readonly name: string | null
  /** Only an https address: what else stands there would have to be fetched by this server. */
  readonly avatar: string | null
  readonly resolvedAt: string
}
/**
 * Names of accounts, read from a chain. Whatever cannot be read without asking a third party is
 * none.
 */
export interface Names {
  /** @throws BackendError NODE_UNREACHABLE */
  identityOf(address: string): Promise<Identity>
  /**
   * The normalised name and whom it names; undefined for a name that has no account or is
   * malformed.
   *
   * @throws BackendError NODE_UNREACHABLE
   */
  find(name: string): Promise<{ readonly name: string; readonly address: string } | undefined>
}

/** Milliseconds, and entries. */
const [keptMs, keptEntries] = [300_000, 10_000]

/**
 * By ENS' universal resolver, which checks the forward record of a reverse one. `rpc` is undefined
 * where no chain of names was configured.
 */
export function createNames(configuration: NamesOptions | undefined, rpc: Rpc | undefined): Names {
  if (!configuration || !rpc)
    return {
      identityOf: async () => ({ name: null, avatar: null, resolvedAt: new Date().toISOString() }),
      find: async () => undefined,
    }
  const client = createClient({
    // Gateways of CCIP-read are addresses that an untrusted contract chooses: this server does not
    // ask them.
    ccipRead: false,
    transport: custom(
      { request: ({ method, params }) => rpc.call(method, params ?? [], v.unknown()) },
      { retryCount: 0 },
    ),
  })
  const universalResolverAddress = configuration.universalResolver as `0x${string}`
  const kept = new LRUCache<string, Promise<unknown>>({ max: keptEntries, ttl: keptMs })

  const remembered = <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const found = kept.get(key)
    if (found) return found as Promise<Answer>
    const answer = ask()
    kept.set(key, answer)
    answer.catch(() => kept.delete(key))
    return answer
  }

  return {
    identityOf: address =>
      remembered(`of ${address.toLowerCase()}`, async () => {
        const name = readName(
          await orNothing(
            getEnsName(client, { address: address as `0x${string}`, universalResolverAddress }),
          ),
        )
        const avatar = name
          ? await orNothing(getEnsText(client, { name, key: 'avatar', universalResolverAddress }))
          : null
        return {
          name: name ?? null,
          avatar: avatar && /^https:\/\/[^\s]{1,2000}$/.test(avatar) ? avatar : null,
          resolvedAt: new Date().toISOString(),
        }
      }),

    async find(text) {
      const name = readName(text)
      if (!name?.includes('.')) return undefined
      return remembered(`named ${name}`, async () => {
        const address = await orNothing(getEnsAddress(client, { name, universalResolverAddress }))
        return address ? { name, address } : undefined
      })
    },
  }
}

/** By ENSIP-15; undefined for what it refuses. */
function readName(text: string | null): string | undefined {
  if (!text || text.length > 255) return undefined
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}

/**
 * Null where the resolver knows nothing, also where there is no resolver; a node that is gone is
 * another matter.
 */
async function orNothing<Answer>(answer: Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    const cause =
      error instanceof BaseError ? error.walk(one => one instanceof BackendError) : error
    if (cause instanceof BackendError && cause.code !== 'NODE_REFUSED') throw cause
    return null
  }
}
