import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gatherOptions as gather, readConfiguration as read } from './configuration.js'
import { builtinModules } from './modules/builtin.js'

const readConfiguration = (options: unknown) => read(options, builtinModules)
const gatherOptions = (file: string | undefined, environment: Record<string, string>) =>
  gather(file, environment, builtinModules)

const login = {
  origin: 'https://wallet.app.test',
  name: 'App',
  keys: [{ id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }],
  mail: { smtp: 'smtps://mail.test', from: 'App <login@app.test>' },
}
const chain = { id: 'eip155:1', rpc: ['https://node.example'] }

describe('the configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-configuration-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (text: string) => {
    const path = join(folder, 'backend.json')
    writeFileSync(path, text)
    return path
  }

  it('the configuration has a default for everything', () => {
    expect(readConfiguration({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      database: 'file:portico-backend.db',
      chains: [],
      origins: ['*'],
      rateLimit: { burst: 100, perSecond: 10 },
      analytics: { store: true, keepAddresses: false, keepDays: 90 },
    })
    expect(readConfiguration({ chains: [chain] }).chains[0]).toMatchObject({
      index: 'accounts',
      startBlock: 'latest',
      keepDays: 400,
      tokens: [],
    })
  })

  it.each([
    ['an option that there is not', { prot: 1 }, 'prot'],
    ['a port that is none', { port: 70_000 }, 'port'],
    ['a database that is none', { database: 'mysql://x' }, 'database: is none of'],
    ['a chain id that is none', { chains: [{ ...chain, id: 'ethereum' }] }, 'chains.0.id'],
    ['a chain without an endpoint', { chains: [{ ...chain, rpc: [] }] }, 'chains.0.rpc'],
    [
      'an endpoint that is no http address',
      { chains: [{ ...chain, rpc: ['ws://node.example'] }] },
      'chains.0.rpc.0',
    ],
    ['a chain twice', { chains: [chain, chain] }, 'is configured twice'],
    [
      'a price that is no decimal',
      { prices: [{ asset: 'eip155:1:native', currency: 'usd', from: { fixed: '1e3' } }] },
      'prices.0.from',
    ],
    ['names on a chain that is not there', { names: { chain: 'eip155:1' } }, 'eip155:1 is none'],
    [
      'mail templates that are null',
      { login: { ...login, mail: { ...login.mail, templates: null } } },
      'login.mail.templates',
    ],
    [
      'a mail server that is no address',
      { login: { ...login, mail: { ...login.mail, smtp: 'smtp://:25:x' } } },
      'login.mail.smtp',
    ],
    ['nothing at all', null, 'configuration'],
  ])(
    'the configuration is refused with %s, and the error names the value',
    (_name, options, says) => {
      expect(() => readConfiguration(options)).toThrow(
        expect.objectContaining({
          code: 'BAD_CONFIGURATION',
          message: expect.stringContaining(says),
        }),
      )
    },
  )

  it('the configuration is read from a file, and environment variables override it', () => {
    const path = file(
      JSON.stringify({ port: 1, logLevel: 'warn', chains: [{ ...chain, startBlock: 5 }] }),
    )
    const environment = {
      PORTICO_BACKEND_PORT: '2',
      PORTICO_BACKEND_ORIGINS: 'https://a.example, https://b.example',
      PORTICO_BACKEND_RPC:
        'eip155:1=https://one.example,https://two.example eip155:8453=https://base.example',
      PORTICO_BACKEND_HOST: '',
    }
    expect(gatherOptions(path, environment)).toEqual({
      port: 2,
      logLevel: 'warn',
      origins: ['https://a.example', 'https://b.example'],
      chains: [
        { id: 'eip155:1', rpc: ['https://one.example', 'https://two.example'], startBlock: 5 },
        { id: 'eip155:8453', rpc: ['https://base.example'] },
      ],
    })
    expect(gatherOptions(undefined, {})).toEqual({})
  })

  it.each(['', '{', '[]', 'null', '7'])(
    'a configuration file that contains %j is refused',
    text => {
      expect(() => gatherOptions(file(text), {})).toThrow(
        expect.objectContaining({ code: 'BAD_CONFIGURATION' }),
      )
    },
  )
})
