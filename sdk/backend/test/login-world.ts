import { type MailSink, startMailSink } from '@portico/devnet'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import type { Databases } from './databases.js'
import { type Answered, createFrame, type Frame, loginOptions } from './login-client.js'

type LoginOptions = NonNullable<BackendOptions['login']>

/** A mail sink, and a backend with a login for a suite; others can be started beside it. */
export function useLogin(databases: Databases, options: Partial<LoginOptions> = {}) {
  const running: Backend[] = []
  const lines: string[] = []
  const state: { sink?: MailSink; backend?: Backend; database: string } = { database: '' }
  let people = 0

  const sink = (): MailSink => {
    if (!state.sink) throw new Error('The mail sink has not started.')
    return state.sink
  }
  const start = async (
    more: Partial<LoginOptions> = options,
    database = state.database,
    rest: Partial<BackendOptions> = {},
  ): Promise<Backend> => {
    const started = await startBackend(
      {
        port: 0,
        database,
        login: loginOptions(sink().smtp, more),
        trustedProxies: 1,
        rateLimit: false,
        logLevel: 'debug',
        ...rest,
      },
      { log: line => lines.push(line) },
    )
    running.push(started)
    return started
  }
  beforeAll(async () => {
    state.sink = await startMailSink()
    state.database = await databases.create()
    state.backend = await start()
  }, 60_000)
  afterAll(async () => {
    await Promise.all(running.splice(0).map(one => one.stop()))
    await state.sink?.stop()
  }, 60_000)
  afterEach(() => {
    vi.useRealTimers()
    if (state.sink) state.sink.isRefusing = false
  })

  const newAddress = () => `person${++people}@mail.test`
  const newFrame = (more: Parameters<typeof createFrame>[1] = {}) =>
    createFrame(() => state.backend?.url ?? '', {
      ip: `10.${Math.floor(people / 250)}.${people % 250}.1`,
      ...more,
    })
  /** Asks for a code and reads it from the mail. */
  const mailedCode = async (
    email: string,
    ask: () => Promise<Answered>,
  ): Promise<{ readonly answer: Answered; readonly digits: string }> => {
    const after = sink().mails.length
    const answer = await ask()
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { answer, digits: await sink().newestCode(email, { after }) }
  }
  const logIn = async (frame: Frame, email: string): Promise<Answered> => {
    const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
    const done = await frame.redeem(answer, digits)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    return done
  }
  return {
    sink,
    lines,
    start,
    newAddress,
    newFrame,
    mailedCode,
    logIn,
    database: () => state.database,
    /** Uses another backend for the frames from now on. */
    use(backend: Backend) {
      state.backend = backend
    },
    url: () => state.backend?.url ?? '',
    /** Stops the clock of the server `seconds` from now; its timers go on. */
    advance(seconds: number) {
      const at = Date.now() + seconds * 1_000
      vi.useFakeTimers({ toFake: ['Date'], now: at })
    },
    async newPerson() {
      const email = newAddress()
      const frame = await newFrame()
      const answer = await logIn(frame, email)
      return { frame, email, answer, person: (answer.body.person as { id: string }).id }
    },
  }
}
