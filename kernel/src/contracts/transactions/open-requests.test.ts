/** What a log of open requests keeps and what it drops (threat S23). */
import { describe, expect, it } from 'vitest'
import { definePlugin } from '../../index.js'
import { encode } from '../../stored-slice.js'
import { createTestKernel } from '../../testing/index.js'
import { shellService } from '../shell/shell.js'
import {
  fitLog,
  longestDescription,
  type OpenRequest,
  readOpenRequests,
  recentRequests,
} from './open-requests.js'
import {
  acknowledgeRequests,
  openRequest,
  type RequestContext,
  type RequestLog,
} from './track-requests.js'

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
const never = () => false
const readAll = (found: unknown) => recentRequests(readOpenRequests(found, readSubject))
const { guards: _, ...chosen } = request('chosen')

describe('a log of open requests', () => {
  it('[S23] keeps a guarding request, however many newer requests the person has acknowledged', () => {
    const log = fitLog(
      [...Array.from({ length: 10 }, (_, at) => ({ ...chosen, open: `c${at}` })), request('guard')],
      [],
      never,
    )
    expect(readAll(log).map(({ open }) => open)).toEqual(['c0', 'c1', 'c2', 'c3', 'guard'])
  })

  it('[S23] keeps twenty guarding requests, of any accounts, with all descriptions that fit', () => {
    const described = Array.from({ length: 25 }, (_, at) =>
      request(String(at), { from: `t_${at}`, description: 'd' }),
    )
    const kept = readAll(fitLog(described, [], never))
    expect(kept.map(({ open }) => open)).toEqual(Array.from({ length: 20 }, (_, at) => String(at)))
    expect(kept.every(({ description }) => description !== undefined)).toBe(true)
  })

  it.each(['x', '"', '\u0001'])(
    '[S23] a log with the longest descriptions of %j and all sent transactions fits into storage with every guard',
    letter => {
      const description = letter.repeat(longestDescription)
      const open = Array.from({ length: 25 }, (_, at) => request(String(at), { description }))
      const sent = Array.from({ length: 40 }, (_, at) => ({
        hash: `h${at}`.padEnd(200, '"'),
        by: 'b'.repeat(200),
        to: 't'.repeat(200),
        amount: 10n ** 78n,
        description,
      }))
      const found = fitLog(open, sent, never)
      expect(() =>
        encode({ version: 1, pick: state => state, restore: (_, __, fresh) => fresh }, found),
      ).not.toThrow()
      expect(readAll(found)).toHaveLength(20)
      expect(found.length).toBeGreaterThan(50)
    },
  )

  it('[S23] drops ended transactions, the oldest first, before any description of an open or pending one', () => {
    const description = '{}'.padEnd(longestDescription)
    const found = fitLog(
      Array.from({ length: 5 }, (_, at) => request(String(at), { description })),
      Array.from({ length: 40 }, (_, at) => ({
        hash: `h${at}`,
        isOver: at % 8 !== 7,
        note: 'n'.repeat(1_000),
        description: at % 8 === 7 ? description : undefined,
      })),
      ({ isOver }) => isOver,
    )
    expect(found.filter(one => Object(one).description !== undefined)).toHaveLength(10)
    const ended = found.flatMap(one => ('isOver' in one && one.isOver ? one.hash : []))
    expect(ended.length).toBeLessThan(35)
    expect(ended).toEqual(
      Array.from({ length: 40 }, (_, at) => `h${at}`)
        .filter((_, at) => at % 8 !== 7)
        .slice(0, ended.length),
    )
  })

  it('[S23] drops descriptions of sent transactions, the oldest first, before those of open requests', () => {
    const description = '{}'.padEnd(longestDescription)
    const found = fitLog(
      Array.from({ length: 10 }, (_, at) => request(String(at), { description })),
      Array.from({ length: 10 }, (_, at) => ({ hash: `h${at}`, description })),
      never,
    )
    expect(found).toHaveLength(20)
    expect(found.flatMap((one, at) => (Object(one).description === undefined ? at : []))).toEqual([
      15, 16, 17, 18, 19,
    ])
  })
})

describe('a request that this page waits for', () => {
  async function waiting() {
    let context: RequestContext | undefined
    const kernel = await createTestKernel({
      plugins: [
        definePlugin({
          id: 'test/context',
          wants: [shellService],
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
        found = fitLog(requests, [], never)
      },
    }
    if (!context) expect.unreachable()
    const pending = openRequest(context, log, {
      network: 'tally:main',
      from: 't_ada',
      wallet: 'W',
      subject: 'x',
      description: undefined,
    })
    const age = () => {
      found = found.map(one => ({ ...Object(one), at: Date.now() - 30 * 60 * 60_000 }))
    }
    return { kernel, context, log, pending, age, clear: () => log.write([]) }
  }

  it('[S23] an old request stays in the log while its page waits for the wallet, and is dropped after a reload', async () => {
    const { kernel, log, age } = await waiting()
    age()
    expect(log.read()).toMatchObject([{ status: 'asked', guards: true }])
    kernel.dispose()
    expect(log.read()).toEqual([])
  })

  it('[S23] an open request that fails after thirty hours guards for a day from then', async () => {
    const { log, pending, age } = await waiting()
    age()
    pending.fail({ code: -32603 })
    expect(log.read()).toMatchObject([{ status: 'unknown', guards: true }])
  })

  it('[S23] an open request guards after the person acknowledged it, because the wallet may still show its prompt', async () => {
    const { context, log, pending } = await waiting()
    acknowledgeRequests(context, log, 'tally:main', 't_ada')()
    expect(log.read()).toMatchObject([{ guards: true }])
    pending.fail({ code: -32603 })
    acknowledgeRequests(context, log, 'tally:main', 't_ada')()
    expect(log.read()).toMatchObject([{ open: expect.any(String) }])
    expect(log.read()[0]).not.toHaveProperty('guards', true)
  })

  it('[S23] an open request that fails after another page dropped it from the log is listed again as unknown', async () => {
    const { log, pending, clear } = await waiting()
    clear()
    expect(pending.fail({ code: -32603 })).toBe('unknown')
    expect(log.read()).toMatchObject([{ status: 'unknown', guards: true }])
  })
})
