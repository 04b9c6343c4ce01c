import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { runCommand } from './cli.js'

const run = (...args: string[]) => {
  const interrupt = new AbortController()
  const terminal = new EventTarget()
  const printed: string[] = []
  const shown = once(terminal, 'text').then(() => printed.join(''))
  const write = (text: string) => {
    printed.push(text)
    terminal.dispatchEvent(new Event('text'))
  }
  return {
    ended: runCommand(args, { write, signal: interrupt.signal }),
    shown,
    printed,
    interrupt: () => interrupt.abort(),
  }
}

describe('the command', () => {
  it('prints the address of each service, and ends on Ctrl-C', async () => {
    const command = run('--ledgers', 'none')
    const text = await command.shown
    for (const part of [
      'eip155:1 ',
      'eip155:8453 ',
      'relay ',
      'backend ',
      'http://127.0.0.1:',
      'ws://127.0.0.1:',
      'porticoDollar',
      'PUBLIC TEST KEYS',
    ])
      expect(text).toContain(part)
    const url = /http:\/\/\S+/.exec(text)?.[0] ?? ''
    command.interrupt()
    await command.ended
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow('fetch failed')
  })

  it('prints one line of JSON for other programs', async () => {
    const command = run(
      '--json',
      '--chains',
      '8453',
      '--ledgers',
      'none',
      '--no-relay',
      '--no-backend',
    )
    const { parts, contracts, accounts } = JSON.parse(await command.shown) as {
      parts: { id: string; addresses: { http: string } }[]
      contracts: Record<string, string>
      accounts: unknown[]
    }
    expect(parts.map(part => part.id)).toEqual(['eip155:8453'])
    expect(contracts.multicall3).toBe('0xcA11bde05977b3631167028862bE2a173976CA11')
    expect(accounts).toHaveLength(10)
    command.interrupt()
    await command.ended
    expect(command.printed).toHaveLength(1)
  })

  it('prints its usage for --help, and starts nothing', async () => {
    const command = run('--help')
    await command.ended
    expect(command.printed.join('')).toContain('--chains')
  })

  it.each(['--wrong', '--chains base', '--ledgers tally', 'stray'])(
    'refuses %s with an error in one sentence',
    async line => {
      await expect(run(...line.split(' ')).ended).rejects.toMatchObject({
        name: 'DevnetError',
        code: 'BAD_ARGUMENT',
      })
    },
  )
})
