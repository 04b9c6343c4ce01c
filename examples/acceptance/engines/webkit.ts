import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webKit } from '../scripts/engine-programs.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { type Engine, keysOf, type Point, type Preferences, type Tab, viewport } from './driver.js'
import { environmentWithoutFonts } from './no-fonts.js'

const startTimeoutMs = 20_000
/** A window that is large enough for the viewport and its toolbar. */
const screen = { width: viewport.width, height: viewport.height + 80 }

/**
 * WebKitGTK by the W3C WebDriver protocol: MiniBrowser on a separate display, in an ephemeral
 * profile, as in a private window.
 * The protocol is ten JSON requests, so no client library is installed for it.
 */
export async function startWebKit({
  isDark = false,
  reducesMotion = false,
  blocksStorage,
  lacksIndexedDb,
  lacksFonts,
}: Preferences): Promise<Engine> {
  const programs = await webKit()
  const home = mkdtempSync(join(tmpdir(), 'portico-webkit-'))
  const started: ChildProcess[] = []
  const close = async () => {
    for (const child of started.toReversed()) await end(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const endNow = () => {
    for (const child of started) child.kill('SIGKILL')
  }
  process.once('exit', endNow)
  try {
    const { width, height } = screen
    const display = spawn(
      programs.display,
      ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    )
    started.push(display)
    const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data', {
      signal: AbortSignal.timeout(startTimeoutMs),
    })
    writeSettings(home, { isDark, reducesMotion })
    const port = await freePort()
    const env = {
      ...(lacksFonts ? environmentWithoutFonts() : process.env),
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      LANG: 'en_US.UTF-8',
      GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
    }
    started.push(spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    await answers(url)
    const lacks = [
      blocksStorage && 'LocalStorage',
      (blocksStorage || lacksIndexedDb) && 'IndexedDBAPI',
    ].filter(Boolean)
    const args = [
      '--automation',
      ...(blocksStorage ? ['--cookies-policy=never'] : []),
      ...(lacks.length ? [`--features=${lacks.map(name => `-${name}`).join(',')}`] : []),
    ]
    const wanted = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } }
    const { sessionId, capabilities } = (await send('POST', `${url}/session`, {
      capabilities: args.length > 1 ? wanted : {},
    })) as Session
    const session = createSession(`${url}/session/${sessionId}`)
    // The session ends with its last window, so the first one stays open.
    const first = (await session.send('GET', 'window')) as string
    return {
      name: 'WebKit',
      version: `${capabilities.browserName} ${capabilities.browserVersion}`,
      newTab: () => session.newTab(first),
      async close() {
        process.off('exit', endNow)
        // ended by itself: its process is ended below
        await session.send('DELETE', '').catch(() => undefined)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Session {
  readonly sessionId: string
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string }
}

function writeSettings(
  home: string,
  { isDark, reducesMotion }: Required<Pick<Preferences, 'isDark' | 'reducesMotion'>>,
): void {
  const folder = join(home, 'config', 'gtk-3.0')
  mkdirSync(folder, { recursive: true })
  const settings = [
    `gtk-application-prefer-dark-theme=${Number(isDark)}`,
    `gtk-enable-animations=${Number(!reducesMotion)}`,
  ]
  writeFileSync(join(folder, 'settings.ini'), `[Settings]\n${settings.join('\n')}\n`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill()
  const limit = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await ended
  clearTimeout(limit)
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + startTimeoutMs
  for (;;) {
    try {
      await send('GET', `${url}/status`)
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 30))
    }
  }
}

/** One request of the protocol. Throws the driver's own message. */
async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const { value } = (await response.json()) as {
    readonly value: { readonly error?: string; readonly message?: string } | null
  }
  if (!response.ok) throw new Error(`${method} ${url}: ${value?.error} ${value?.message}`)
  return value
}

/** Keys that have no letter, as the protocol writes them. */
const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

interface Outcome {
  readonly value?: unknown
  readonly error?: string
}

function createSession(url: string) {
  const request = (method: string, path: string, body?: unknown) =>
    send(method, path ? `${url}/${path}` : url, body)
  /** Which window the session is at. */
  let current: string | undefined
  /**
   * Requests go to the current window, so each action begins with a switch to its own, and waits
   * for the one before.
   */
  let last: Promise<unknown> = Promise.resolve()
  const at = <Answer>(handle: string, action: () => Promise<Answer>): Promise<Answer> => {
    const next = last.then(async () => {
      if (current !== handle) await request('POST', 'window', { handle })
      current = handle
      return action()
    })
    last = next.catch(() => undefined) // its caller has the error
    return next
  }
  const actions = async (...sources: readonly unknown[]) =>
    void (await request('POST', 'actions', { actions: sources }))
  const mouse = (...moves: readonly unknown[]) =>
    actions({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: moves })
  const keys = (...moves: readonly unknown[]) =>
    actions({ type: 'key', id: 'keyboard', actions: moves })
  const to = ({ x, y }: Point, duration = 0) => ({
    type: 'pointerMove',
    duration,
    x: Math.round(x),
    y: Math.round(y),
    origin: 'viewport',
  })
  const [down, up] = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]

  const tab = (handle: string): Tab => ({
    // The driver reports no messages of a page: a script in the page collects them (`visit.ts`).
    logged: [],
    open: url => at(handle, async () => void (await request('POST', 'url', { url }))),
    reload: () => at(handle, async () => void (await request('POST', 'refresh', {}))),
    run: <Args extends readonly unknown[], Answer>(
      task: (...args: Args) => Answer | Promise<Answer>,
      ...args: Args
    ) =>
      at(handle, async () => {
        const script = `const done = arguments[0]
          Promise.resolve().then(() => (${task})(...${JSON.stringify(args)})).then(value => done({ value }), error => done({ error: String(error) }))`
        const { value, error } = (await request('POST', 'execute/async', {
          script,
          args: [],
        })) as Outcome
        if (error !== undefined) throw new Error(error)
        return value as Answer
      }),
    clickAt: point => at(handle, () => mouse(to(point), down, up)),
    drag: (from, end) =>
      at(handle, () =>
        mouse(
          to(from),
          down,
          to({ x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 }, 50),
          to(end, 50),
          up,
        ),
      ),
    press: combination => {
      const codes = keysOf(combination).map(key => keyCodes[key] ?? key.toLowerCase())
      return at(handle, () =>
        keys(
          ...codes.map(value => ({ type: 'keyDown', value })),
          ...codes.toReversed().map(value => ({ type: 'keyUp', value })),
        ),
      )
    },
    type: text => {
      const strokes = [...text].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      return at(handle, () => keys(...strokes))
    },
    screenshot: () =>
      at(handle, async () => Buffer.from((await request('GET', 'screenshot')) as string, 'base64')),
    show: () => at(handle, async () => undefined),
    close: () =>
      at(handle, async () => {
        await request('DELETE', 'window')
        current = undefined
      }),
  })
  return {
    send: request,
    /** In a new window: mouse events of a tab behind another one are never answered. */
    async newTab(opener: string) {
      const { handle } = (await at(opener, () =>
        request('POST', 'window/new', { type: 'window' }),
      )) as { readonly handle: string }
      await at(handle, () => request('POST', 'window/rect', { x: 0, y: 0, ...screen }))
      return tab(handle)
    },
  }
}
