/** A frame's window and the page around it, with the ports that the platform really has. */
import { createId, protocolVersion } from '@portico/plugin-embedded/protocol'

export const pageOrigin = 'https://app.example'

interface Arrival {
  readonly source?: unknown
  readonly origin?: string
  readonly data?: unknown
  readonly ports?: readonly MessagePort[]
}
export interface FramedWindow {
  readonly window: Window
  /** The window around the frame. */
  readonly parent: object
  /** What the frame posted to windows. */
  readonly posted: { readonly data: unknown; readonly target: string }[]
  /** Delivers a message as a browser does; without options, one of the page. */
  deliver(arrival: Arrival): void
}

/** `ancestors`: the origins around the frame, where the browser names them. */
export function framedWindow(
  options: { readonly isTop?: boolean; readonly ancestors?: readonly string[] } = {},
): FramedWindow {
  const posted: { data: unknown; target: string }[] = []
  const parent = {
    postMessage: (data: unknown, target: string) => void posted.push({ data, target }),
  }
  const window = new EventTarget() as unknown as Window
  Object.defineProperties(window, {
    parent: { value: options.isTop ? window : parent },
    location: { value: { ancestorOrigins: options.ancestors } },
    postMessage: { value: parent.postMessage },
  })
  return {
    window,
    parent,
    posted,
    deliver({ source = parent, origin = pageOrigin, data, ports = [] }) {
      const event = new Event('message')
      const facts = Object.entries({ source, origin, data, ports }).map(
        ([name, value]) => [name, { value }] as const,
      )
      window.dispatchEvent(Object.defineProperties(event, Object.fromEntries(facts)))
    },
  }
}

export const bootstrapMessage = () => ({
  type: 'portico-embedded/BOOTSTRAP',
  version: protocolVersion,
  id: createId(),
})

/** Resolves when every message that was posted before has arrived at the other ports. */
export async function messagesArrived(): Promise<void> {
  for (let round = 0; round < 3; round++)
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = () => {
        port1.close()
        resolve()
      }
      port1.postMessage(0)
    })
}
