import { describe, expect, it } from 'vitest'
import { accounts } from '../../test/accounts.js'
import { minute, site, start } from '../../test/handler-rig.js'
import { createNonces, createSessions, type SignInHandlerOptions } from './index.js'

describe('the nonces of the sign-in handler', () => {
  it('[S14] the handler signs in two tabs of one browser that request their first nonce at once', async () => {
    const { send, signed, cookie } = site()
    const [one, other] = await Promise.all([signed(accounts.eip155), signed(accounts.solana)])
    expect(cookie().split('; ')).toHaveLength(2)
    expect(await send('POST', 'verify', one)).toMatchObject({ status: 200 })
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 200 })
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
    await send('GET', 'nonce')
    expect(cookie().match(/-browser-/g), 'a later nonce makes no further cookie').toHaveLength(2)
  })

  it('[S14] the handler reads at most eight browser cookies of a request, and none whose name does not match its value', async () => {
    const { send, signed, cookie, become } = site()
    const message = await signed(accounts.eip155)
    const own = cookie()
    const forged = Array.from({ length: 8 }, (_, at) => `${at}`.repeat(64)).map(
      value => `__Host-portico-session-browser-${value.slice(0, 8)}=${value}`,
    )
    for (const sent of [[own.replace(/-browser-\w{8}/, '-browser-00000000')], [...forged, own]]) {
      become(sent.join('; '))
      expect(await send('POST', 'verify', message)).toMatchObject({
        status: 401,
        error: 'NONCE_UNKNOWN',
      })
    }
    become([...forged.slice(1), own].join('; '))
    expect(await send('POST', 'verify', message)).toMatchObject({ status: 200 })
  })

  it('[S14] the handler rejects a message with the nonce of another browser, and keeps the nonce for that browser', async () => {
    const { send, signed, cookie, become } = site()
    const stolen = await signed(accounts.eip155)
    const owner = cookie()
    become('')
    expect(await send('POST', 'verify', stolen)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
    await send('GET', 'nonce')
    expect(cookie()).not.toBe(owner)
    expect(await send('POST', 'verify', stolen)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
    expect((await send('GET', 'session')).sessions).toEqual([])
    become(owner)
    expect(await send('POST', 'verify', stolen)).toMatchObject({ status: 200 })
  })

  it('[S14] the handler recognises the browser of a nonce by a cookie that scripts cannot read and other sites cannot send', async () => {
    const set = async (options: Partial<SignInHandlerOptions>) =>
      (await site(options).send('GET', 'nonce')).set
    expect(await set({})).toMatch(
      /^__Host-portico-session-browser-([\da-f]{8})=\1[\da-f]{56}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/,
    )
    expect(await set({ cookie: { secure: false, sameSite: 'strict' } })).toMatch(
      /^portico-session-browser-([\da-f]{8})=\1[\da-f]{56}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/,
    )
  })

  it('[S14] the handler accepts a nonce once, of twenty concurrent requests with it', async () => {
    // Several processes: a single one handles the requests of a browser one by one.
    const stores = {
      nonces: createNonces({ now: () => start }),
      sessions: createSessions({ now: () => start }),
    }
    const { send, signed, cookie } = site(stores)
    const body = await signed(accounts.eip155)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        site(stores).send('POST', 'verify', body, { cookie: cookie() }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'NONCE_USED')).toHaveLength(19)
    expect(await send('POST', 'verify', body)).toMatchObject({ status: 401, error: 'NONCE_USED' })
  })

  it('[S14] an expired nonce is rejected', async () => {
    const { send, signed, clock } = site()
    const body = await signed(accounts.eip155)
    clock.now += 10 * minute
    expect(await send('POST', 'verify', body)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
  })
})
