/** A framed page, and the Safe app around it, simulated at their messages. */

export const safeOrigin = 'https://app.safe.global'
export const treasury = '0x1111111111111111111111111111111111111111'
export const hashOf = (byte: string): string => `0x${byte.repeat(32)}`

interface Question {
  readonly id: string
  readonly method: string
  readonly params: unknown
}
/** The Safe app's answer to a method: data, a refusal, or none for `undefined`. */
type Answer = { readonly data: unknown } | { readonly error: string } | undefined

export interface SafeAppOptions {
  readonly origin?: string
  /** What browsers of one family expose to a framed page. */
  readonly ancestorOrigins?: readonly string[]
}
export function safeApp({ origin = safeOrigin, ancestorOrigins }: SafeAppOptions = {}) {
  const questions: (Question & { readonly target: string })[] = []
  let listeners = 0
  const app = {
    questions,
    /** By method. */
    answers: {
      getSafeInfo: () => ({
        data: {
          safeAddress: treasury,
          chainId: 1,
          owners: [treasury],
          threshold: 2,
          isReadOnly: false,
        },
      }),
    } as Record<string, ((params: never) => Answer) | undefined>,
    /** The default is `9.1.0`. */
    version: '9.1.0' as unknown,
    origin,
    get listeners() {
      return listeners
    },
    methods: () => questions.map(({ method }) => method),
    /** Sends a message to the page, from any window. */
    say(data: unknown, from: { readonly source?: unknown; readonly origin?: string } = {}) {
      page.dispatchEvent(
        Object.assign(new Event('message'), {
          data,
          origin: from.origin ?? app.origin,
          source: 'source' in from ? from.source : parent,
        }),
      )
    },
  }
  const parent = {
    postMessage(question: Question, target: string) {
      // Like browsers: a message to another origin is not delivered.
      if (target !== '*' && target !== app.origin) return
      questions.push({ ...structuredClone(question), target })
      const answer = app.answers[question.method]?.(question.params as never)
      if (answer)
        queueMicrotask(() =>
          app.say({ id: question.id, version: app.version, success: 'data' in answer, ...answer }),
        )
    },
  }
  class Page extends EventTarget {
    readonly parent = parent
    readonly location = { ...(ancestorOrigins && { ancestorOrigins }) }
    override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
      if (args[0] === 'message') listeners++
      super.addEventListener(...args)
    }
    override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
      if (args[0] === 'message') listeners--
      super.removeEventListener(...args)
    }
  }
  const page = new Page()
  return { app, page: page as unknown as Window }
}
