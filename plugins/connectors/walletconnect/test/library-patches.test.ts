/**
 * The private members of the library that this plugin replaces: README.md gives the reason of each,
 * and no release changes one unnoticed.
 */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openRelayClient } from '../src/relay/relay-client.js'
import { memoryStore } from './bench.js'

type Members = Readonly<Record<string, unknown>>
/** The objects of the library's client, by their path in it. */
const objects = [
  ...[
    '',
    'core',
    'core.verify',
    'core.relayer',
    'core.relayer.publisher',
    'core.relayer.subscriber',
    'core.pairing',
    'core.pairing.pairings',
    'core.crypto',
  ],
  ...[
    'core.history',
    'core.expirer',
    'core.heartbeat',
    'core.storage',
    'session',
    'proposal',
    'auth',
    'engine',
    'engine.events',
    'events',
  ],
]
const at = (client: unknown, path: string): object =>
  path
    .split('.')
    .reduce<object>(
      (found, key) => (key ? ((found as Members)[key] as object) : found),
      client as object,
    )

/** The functions of an object, own ones and inherited ones, and the delay that is replaced too. */
function membersOf(object: object): Members {
  const found: Record<string, unknown> = {}
  for (
    let place: object | null = object;
    place && place !== Object.prototype;
    place = Object.getPrototypeOf(place) as object | null
  )
    for (const name of Object.getOwnPropertyNames(place)) {
      if (
        name in found ||
        ('get' in (Object.getOwnPropertyDescriptor(place, name) ?? {}) &&
          !Object.hasOwn(object, name))
      )
        continue
      const value = (object as Members)[name]
      if (typeof value === 'function' || name === 'initialPublishTimeout') found[name] = value
    }
  return found
}
const snapshot = (client: object) =>
  new Map(objects.map(path => [path, membersOf(at(client, path))]))
/** Emitters are Node's own here, and those of the package `events` in a browser. */
const digestOf = (member: unknown) =>
  Object.values(EventEmitter.prototype).includes(member)
    ? 'EventEmitter'
    : createHash('sha256').update(String(member)).digest('hex').slice(0, 8)

/**
 * What this plugin replaces, with the first characters of a digest of the library's own text. Where
 * a release has another text, read it, check the reason in README.md, and write the new digest
 * here.
 */
const replaced: Readonly<Record<string, string>> = {
  'core.crypto.decode': 'e4bfda85',
  'core.pairing.updateMetadata': 'fdc89953',
  'core.relayer.acknowledgePayload': 'abfa3f98',
  'core.relayer.connect': '91779729',
  'core.relayer.createProvider': '6ce42950',
  'core.relayer.onMessageEvent': '04bab90c',
  'core.relayer.onProviderPayload': '987cd96b',
  'core.relayer.publisher.checkQueue': '8e7c4c4d',
  'core.relayer.publisher.initialPublishTimeout': 'd4c999ae',
  'core.relayer.publisher.removeRequestFromQueue': '4847aff3',
  'core.relayer.publisher.rpcPublish': 'fca04276',
  'core.relayer.transportOpen': '9bdf560d',
  'core.relayer.unsubscribe': '64e00c57',
  'core.verify.fetchAttestation': '081ae120',
  'core.verify.fetchPublicKey': 'e327e2a4',
  'core.verify.register': 'a502ee97',
  'core.verify.resolve': '00a90441',
  'engine.deleteSession': 'b62453e5',
  'engine.events.once': 'EventEmitter',
  'engine.onSessionDeleteRequest': '67d92601',
}

it('the plugin replaces exactly the library members that README.md lists, each of them unchanged by the library', async () => {
  let before: ReturnType<typeof snapshot> | undefined
  let client: object | undefined
  const opened = await openRelayClient(
    {
      projectId: 'local',
      relayUrl: 'ws://127.0.0.1:1',
      async load() {
        const { UniversalProvider } = await import('@walletconnect/universal-provider')
        const init = async (given: object) => {
          const started = UniversalProvider.init({ ...given, storage: memoryStore() as never })
          // From here on the core exists, and this plugin may replace its members.
          const verify = membersOf(
            (globalThis as unknown as { _walletConnectCore_portico: { verify: object } })
              ._walletConnectCore_portico.verify,
          )
          const made = await started
          client = made.client as object
          before = snapshot(client).set('core.verify', verify)
          return made
        }
        return { UniversalProvider: { init } }
      },
    },
    () => undefined,
  )
  await opened.close()
  const changed = [...snapshot(client ?? {})].flatMap(([path, members]) =>
    Object.entries(members).flatMap(([name, value]) => {
      const first = before?.get(path)?.[name]
      return first === value
        ? []
        : [[[path, name].filter(Boolean).join('.'), digestOf(first)] as const]
    }),
  )
  expect(Object.fromEntries(changed.sort())).toEqual(replaced)

  const [, list = ''] = readFileSync(new URL('../README.md', import.meta.url), 'utf8').split(
    '## What is replaced in the library',
  )
  const rows = [...list.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+) \| (.{30,}) \|$/gm)].flatMap(
    ([, names = '']) => names.replaceAll('`', '').split(', '),
  )
  expect(rows.sort()).toEqual(Object.keys(replaced).sort())
})
