import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  createRandomMessage,
  randomNumbers,
} from '../../../../plugins/connectors/embedded/test/random-messages.js'
import { framedWindow } from '../../test/framed-page.js'
import { acceptPage } from './accept-page.js'
import { type FrameHandlers, servePage } from './serve-page.js'

/** A port that delivers at once, so that 100,000 messages measure the checks and nothing else. */
function directPort(answers: unknown[]) {
  let receive: (event: { readonly data: unknown }) => void = () => undefined
  const port = {
    addEventListener: (_type: string, listener: typeof receive) => {
      receive = listener
    },
    removeEventListener: () => undefined,
    start: () => undefined,
    close: () => undefined,
    postMessage: (message: unknown) => void answers.push(message),
  }
  return {
    port: port as unknown as MessagePort,
    deliver: (data: unknown) => receive({ data }),
  }
}

describe('Random messages to the frame', () => {
  it('[S9] 100,000 random messages change nothing, throw nothing, and take less than 2 s', {
    tags: 'thorough',
  }, async () => {
    const seed = 29
    const create = createRandomMessage(randomNumbers(seed))
    const messages = Array.from({ length: 100_000 }, create)
    const changes: unknown[] = []
    const faults: unknown[] = []
    const answers: unknown[] = []
    const record = async (...call: unknown[]) => void changes.push(call[0])
    // Requests without a payload change something by their name alone, so they have no handler:
    // a random message of that kind may be a valid request.
    const handlers = Object.fromEntries(
      ['CONNECT_EMAIL', 'CONNECT_OTP', 'SWITCH_NETWORK', 'UPDATE_EMAIL', 'sign'].map(name => [
        name,
        record,
      ]),
    ) as FrameHandlers
    const { port, deliver } = directPort(answers)
    const framed = framedWindow()
    const accepted: unknown[] = []
    const acceptance = acceptPage({
      window: framed.window,
      origins: ['https://app.example'],
      onPage: taken => void accepted.push(taken),
    })
    const catchFault = (error: unknown) => void faults.push(error)
    process.on('uncaughtException', catchFault)
    process.on('unhandledRejection', catchFault)
    const start = process.cpuUsage()
    const service = servePage({ port, origin: 'https://app.example', handlers, report: catchFault })
    try {
      for (const [index, data] of messages.entries()) {
        deliver(data)
        if (index % 10 === 0) framed.deliver({ data, ports: [port] })
        // Lets answers leave, so that the limit of open requests is not what refuses.
        if (index % 25 === 0) await Promise.resolve()
      }
      await new Promise(resolve => setTimeout(resolve, 0))
      const { user, system } = process.cpuUsage(start)
      // Milliseconds of this process: other programs of the machine take the time of a clock, too.
      const elapsed = (user + system) / 1_000
      expect({ changes, faults, accepted }).toEqual({ changes: [], faults: [], accepted: [] })
      expect(framed.posted).toEqual([])
      expect(acceptance.refused).toBe(10_000)
      // Both kinds of refusal were reached.
      expect(service.refused).toBeGreaterThan(20_000)
      expect(answers.length).toBeGreaterThan(5_000)
      expect(answers).toEqual(
        answers.map(() => expect.objectContaining({ type: expect.stringMatching(/_ERROR$/) })),
      )
      expect(elapsed).toBeLessThan(2_000)
    } finally {
      service.close()
      process.off('uncaughtException', catchFault)
      process.off('unhandledRejection', catchFault)
    }
  })

  it('[S9] neither the frame nor the page posts a message to every origin', () => {
    const root = fileURLToPath(new URL('../../../../', import.meta.url))
    const folders = ['sdk/wallet-frame/src', 'plugins/connectors/embedded/src']
    const posts = folders.flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
        .flatMap(
          name =>
            readFileSync(join(root, folder, name), 'utf8').match(/postMessage\([^\n]*/g) ?? [],
        ),
    )
    expect(posts.length).toBeGreaterThan(3)
    expect(posts.filter(text => /['"`]\*['"`]|targetOrigin/.test(text))).toEqual([])
  })
})
