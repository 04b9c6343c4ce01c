/** What a log of open requests keeps and what it drops (threat S23). */
import { describe, expect, it } from 'vitest'
import { definePlugin } from '../index.js'
import { encode } from '../persist.js'
import { createTestKernel } from '../testing/index.js'
import { fitLog, longestDescription, type OpenRequest, readOpenRequests } from './open-requests.js'
import { shell } from './shell.js'
import { acknowledgeRequests, openRequest, type RequestContext, type RequestLog } from './track-requests.js'

const request = (open: string, more: Partial<OpenRequest<string>> = {}): OpenRequest<string> => ({
  open,
  status: 'unknown',
  network: 'tally:main',
  from: 't_ada',
  wallet: 'W',
  at: Date.now(),
  subject: 'x',
  guards: true,
  seen: false,
  ...more,
})
const readSubject = (subject: unknown) => (typeof subject === 'string' ? subject : undefined)
const readAll = (found: unknown) => readOpenRequests(found, readSubject)
const { guards: _, ...chosen } = request('chosen')

describe('a log of open requests', () => {
  it('[S23] keeps a request that guards, however many newer ones the person has chosen to pay beside', () => {
    const log = fitLog([...Array.from({ length: 10 }, (_, at) => ({ ...chosen, open: `c${at}` })), request('guard')], [])
    expect(readAll(log).map(({ open }) => open)).toEqual(['c0', 'c1', 'c2', 'c3', 'guard'])
  })

  it('[S23] keeps twenty requests that guard, of whatever account, and descriptions of the newest five', () => {
    const described = Array.from({ length: 25 }, (_, at) => request(String(at), { from: `t_${at}`, description: 'd' }))
    const kept = readAll(fitLog(described, []))
    expect(kept.map(({ open }) => open)).toEqual(Array.from({ length: 20 }, (_, at) => String(at)))
    expect(kept.filter(({ description }) => description !== undefined).map(({ open }) => open)).toEqual(['0', '1', '2', '3', '4'])
  })

  it.each(['x', '"', '\u0001'])('[S23] with the longest descriptions of %j and everything that was sent fits into storage, every guard included', letter => {
    const description = letter.repeat(longestDescription)
    const open = Array.from({ length: 25 }, (_, at) => request(String(at), { description }))
    const sent = Array.from({ length: 40 }, (_, at) => ({
      hash: `h${at}`.padEnd(200, '"'),
      by: 'b'.repeat(200),
      to: 't'.repeat(200),
      amount: 10n ** 78n,
      description,
    }))
    const found = fitLog(open, sent)
    expect(() => encode({ version: 1, pick: state => state, restore: (_, __, fresh) => fresh }, found)).not.toThrow()
    expect(readAll(found)).toHaveLength(20)
    expect(found.length).toBeGreaterThan(50)
  })

  it('[S23] keeps descriptions of the newest three that were sent beside those of five open requests', () => {
    const description = '{}'.padEnd(longestDescription)
    const found = fitLog(
      Array.from({ length: 5 }, (_, at) => request(String(at), { description })),
      Array.from({ length: 40 }, (_, at) => ({ hash: `h${at}`, description })),
    )
    expect(found).toHaveLength(45)
    expect(found.filter(one => Object(one).description !== undefined)).toHaveLength(8)
  })
})

describe('a request that this page waits for', () => {
  async function waiting() {
    let context: RequestContext | undefined
    const kernel = await createTestKernel({
      plugins: [
        definePlugin({
          id: 'test/context',
          wants: [shell],
          setup(own) {
            context = own
          },
        }),
      ],
    })
    let found: readonly unknown[] = []
    const log: RequestLog<string> = {
      read: () => readAll(found),
      write(requests) {
        found = fitLog(requests, [])
      },
    }
    if (!context) expect.unreachable()
    const pending = openRequest(context, log, { network: 'tally:main', from: 't_ada', wallet: 'W', subject: 'x', description: undefined })
    const age = () => {
      found = found.map(one => ({ ...Object(one), at: Date.now() - 30 * 60 * 60_000 }))
    }
    return { kernel, context, log, pending, age, clear: () => log.write([]) }
  }

  it('[S23] stays in the log for as long as the page waits, and is too old for the page after a reload', async () => {
    const { kernel, log, age } = await waiting()
    age()
    expect(log.read()).toMatchObject([{ status: 'asked', guards: true }])
    kernel.dispose()
    expect(log.read()).toEqual([])
  })

  it('[S23] that fails after thirty hours guards for a day from then', async () => {
    const { log, pending, age } = await waiting()
    age()
    pending.fail({ code: -32603 })
    expect(log.read()).toMatchObject([{ status: 'unknown', guards: true }])
  })

  it('[S23] guards on after the person has chosen to pay all the same: the wallet may still show it', async () => {
    const { context, log, pending } = await waiting()
    acknowledgeRequests(context, log, 'tally:main', 't_ada')()
    expect(log.read()).toMatchObject([{ guards: true }])
    pending.fail({ code: -32603 })
    acknowledgeRequests(context, log, 'tally:main', 't_ada')()
    expect(log.read()).toMatchObject([{ open: expect.any(String) }])
    expect(log.read()[0]).not.toHaveProperty('guards', true)
  })

  it('[S23] that fails after another page dropped it from the log stands there again as unknown', async () => {
    const { log, pending, clear } = await waiting()
    clear()
    expect(pending.fail({ code: -32603 })).toBe('unknown')
    expect(log.read()).toMatchObject([{ status: 'unknown', guards: true }])
  })
})
