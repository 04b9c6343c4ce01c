import { createId } from '@portico/plugin-embedded/protocol'
import { describe, expect, it } from 'vitest'
import {
  bootstrapMessage,
  type FramedWindow,
  framedWindow,
  pageOrigin,
} from '../../test/framed-page.js'
import { acceptPage } from './accept-page.js'

/** A frame that waits for its page, and the ports that it took. */
function waitingFrame(options?: Parameters<typeof framedWindow>[0], origins = [pageOrigin]) {
  const framed = framedWindow(options)
  const accepted: { port: MessagePort; origin: string }[] = []
  const acceptance = acceptPage({
    window: framed.window,
    origins,
    onPage: (port, origin) => void accepted.push({ port, origin }),
  })
  return { framed, accepted, acceptance }
}
const port = () => new MessageChannel().port2
const send = (framed: FramedWindow, arrival: Parameters<FramedWindow['deliver']>[0] = {}) =>
  framed.deliver({ data: bootstrapMessage(), ports: [port()], ...arrival })

type Row = readonly [
  name: string,
  arrival: (framed: FramedWindow) => Parameters<FramedWindow['deliver']>[0],
  frame?: Parameters<typeof framedWindow>[0],
]
const withData = (name: string, data: unknown): Row => [name, () => ({ data })]
const changed = (name: string, change: Record<string, unknown>): Row =>
  withData(name, { ...bootstrapMessage(), ...change })
const fromOrigin = (origin: string): Row => [
  `the origin ${origin || '(empty)'}`,
  () => ({ origin }),
]

const rows: readonly Row[] = [
  ...[
    'https://evil.example',
    'https://app.example:8443',
    'http://app.example',
    'https://sub.app.example',
    'https://example',
    'https://app.example/',
    'https://APP.example',
    'https://app.example.evil.test',
    'https://xapp.example',
    'null',
    '',
    '*',
  ].map(fromOrigin),
  ['another window', () => ({ source: { postMessage: () => undefined } })],
  ['no window', () => ({ source: null })],
  ['the frame’s own window', ({ window }) => ({ source: window })],
  ['a frame nested in the frame', ({ window }) => ({ source: { parent: window } })],
  ['the window around the page', ({ parent }) => ({ source: { frames: [parent] } })],
  [
    'its own window, where nothing frames it',
    ({ window }) => ({ source: window }),
    { isTop: true },
  ],
  ['a page that the browser says is another', () => ({}), { ancestors: ['https://evil.example'] }],
  ['no port', () => ({ ports: [] })],
  ['two ports', () => ({ ports: [port(), port()] })],
  changed('another version', { version: 2 }),
  changed('a version as text', { version: '1' }),
  changed('no version', { version: undefined }),
  changed('another type', { type: 'portico-embedded/bootstrap' }),
  changed('the type of the answer', { type: 'portico-embedded/READY' }),
  changed('the type of another kit', { type: '@w3m-app/SYNC_DAPP_DATA' }),
  changed('no id', { id: undefined }),
  changed('a short id', { id: 'k3j5x' }),
  changed('a long id', { id: `${createId()}A` }),
  changed('an id with another sign', { id: `${createId().slice(1)}+` }),
  changed('an id that is a list', { id: [createId()] }),
  changed('one field more', { origin: pageOrigin }),
  withData('its JSON', JSON.stringify(bootstrapMessage())),
  withData(
    'a polluted prototype',
    JSON.parse(`{"__proto__":{"type":"portico-embedded/BOOTSTRAP"}}`),
  ),
  withData('a list', [bootstrapMessage()]),
  withData('null', null),
  withData('nothing', undefined),
  withData('a number', 7),
  withData('a Map', new Map(Object.entries(bootstrapMessage()))),
]

describe('The bootstrap message of the frame', () => {
  for (const [name, arrival, frame] of rows)
    it(`[S9] the frame drops a bootstrap message with ${name}, answers nothing and counts it`, () => {
      const { framed, accepted, acceptance } = waitingFrame(frame)
      send(framed, arrival(framed))
      expect(accepted).toEqual([])
      expect(framed.posted).toEqual([])
      expect(acceptance.refused).toBe(1)
    })

  it.each([undefined, [pageOrigin], [pageOrigin, 'https://around.example']])(
    '[S9] the frame takes the port of the page and answers its exact origin (origins around it: %j)',
    ancestors => {
      const { framed, accepted, acceptance } = waitingFrame(ancestors && { ancestors })
      const data = bootstrapMessage()
      const given = port()
      send(framed, { data, ports: [given] })
      expect(accepted).toEqual([{ port: given, origin: pageOrigin }])
      expect(framed.posted).toEqual([
        { data: { type: 'portico-embedded/READY', version: 1, id: data.id }, target: pageOrigin },
      ])
      expect(acceptance.refused).toBe(0)
    },
  )

  it.each<[string, (framed: FramedWindow, first: object) => void]>([
    ['the same message', (framed, first) => send(framed, { data: first })],
    ['another id and port', framed => send(framed)],
    ['another allowed origin', framed => send(framed, { origin: 'https://second.example' })],
  ])('[S9] a second bootstrap message with %s changes nothing', (_name, second) => {
    const { framed, accepted, acceptance } = waitingFrame({}, [
      pageOrigin,
      'https://second.example',
    ])
    const first = bootstrapMessage()
    send(framed, { data: first })
    second(framed, first)
    expect(accepted).toHaveLength(1)
    expect(framed.posted).toHaveLength(1)
    expect(acceptance.refused).toBe(1)
  })

  it('[S9] a bootstrap message that arrives while the first is being accepted changes nothing', () => {
    const framed = framedWindow()
    const accepted: MessagePort[] = []
    acceptPage({
      window: framed.window,
      origins: [pageOrigin],
      onPage(taken) {
        accepted.push(taken)
        send(framed)
      },
    })
    send(framed)
    expect(accepted).toHaveLength(1)
  })

  it('[S9] a page gets the frame after other windows tried in vain', () => {
    const { framed, accepted, acceptance } = waitingFrame()
    send(framed, { origin: 'https://evil.example' })
    send(framed, { source: {} })
    send(framed)
    expect(accepted).toHaveLength(1)
    expect(acceptance.refused).toBe(2)
  })

  it('[S9] a frame without origins in its configuration serves no page', () => {
    const { framed, accepted } = waitingFrame({}, [])
    send(framed)
    expect(accepted).toEqual([])
  })
})
