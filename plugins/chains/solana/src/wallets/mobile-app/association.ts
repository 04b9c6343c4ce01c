/**
 * Opens a wallet app on the same Android phone and connects to it: Mobile Wallet Adapter 2.0,
 * "Local URI".
 */
import { unlessAborted } from '@portico/kernel'
import { base64urlnopad } from '@scure/base'
import { appMissing } from './app-errors.js'
import {
  type Channel,
  createAssociation,
  openChannel,
  publicPoint,
  subprotocols,
} from './encrypted-channel.js'

/** How long an app may take to start. The page waits less while it is still in front. ms. */
const startMs = 30_000
const inFrontMs = 5_000
/** Between two attempts to connect. Milliseconds. */
const attemptMs = 200
/**
 * The ports that an app may listen on are 49152 to 65535. Android, as Linux, takes those up to
 * 60999 for connections that it opens, and an app cannot listen on one of these.
 */
const [firstPort, ports] = [61_000, 4_536]

/**
 * Runs requests over one connection to the app and ends it. Each needs the person to be in the app
 * anyway, and a phone stops what waits in the background.
 *
 * Throws a ModalError `WALLET_APP_MISSING` when no app answers in 30 s, in 5 s while the page stays
 * in front; `WALLET_APP_CLOSED` when the app ends the connection. `signal` ends it too.
 */
export async function visitApp<Answer>(
  page: Window,
  run: (channel: Channel) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const association = await createAssociation()
  const token = base64urlnopad.encode(await publicPoint(association))
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  const port = firstPort + (random % ports)
  signal.throwIfAborted()
  const left = watchLeaving(page)
  try {
    // Not a link of the app's own, so its target needs no check. The tap is still fresh.
    page.open(`solana-wallet:/v1/associate/local?association=${token}&port=${port}&v=v1`, '_self')
    const socket = await reach(port, left, signal)
    const close = () => socket.close()
    signal.addEventListener('abort', close)
    try {
      return await unlessAborted(openChannel(socket, association).then(run), signal)
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  } finally {
    left.stop()
  }
}

/** Connects once the app listens. */
async function reach(
  port: number,
  { isLeft }: ReturnType<typeof watchLeaving>,
  signal: AbortSignal,
): Promise<WebSocket> {
  const from = performance.now()
  for (;;) {
    const socket = await connectTo(`ws://localhost:${port}/solana-wallet`, signal)
    if (socket) return socket
    if (performance.now() - from > (isLeft() ? startMs : inFrontMs)) throw appMissing()
    await unlessAborted(new Promise(resolve => setTimeout(resolve, attemptMs)), signal)
  }
}
const connectTo = (url: string, signal: AbortSignal): Promise<WebSocket | undefined> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...subprotocols])
    socket.binaryType = 'arraybuffer'
    const stop = () => {
      socket.close()
      reject(signal.reason)
    }
    const settle = (reached: WebSocket | undefined) => {
      signal.removeEventListener('abort', stop)
      resolve(reached)
    }
    signal.addEventListener('abort', stop)
    socket.onopen = () => settle(socket)
    socket.onerror = () => settle(undefined)
  })

/** Notices that another app came to the front. */
function watchLeaving(page: Window) {
  let hasLeft = false
  const leave = () => {
    hasLeft = true
  }
  page.addEventListener('blur', leave)
  return {
    isLeft: () => hasLeft || page.document?.visibilityState === 'hidden',
    stop: () => page.removeEventListener('blur', leave),
  }
}
