import { verifyMessage, Wallet } from 'ethers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowser, frameOrigin, openTab, release } from '../../test/key-rig.js'
import { base64url, bytesOfBase64url, randomBytes, sha256, utf8 } from './bytes.js'
import { readWithCheck } from './check-characters.js'
import { createDeviceStore } from './device-store.js'
import type { KeyWorkerClient } from './key-worker-client.js'
import type { Ask } from './messages.js'
import { readShare } from './share.js'
import { combineShares } from './shares.js'

const person = 'person-1'
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
const tabs: KeyWorkerClient[] = []
const tab = (...how: Parameters<typeof openTab>) => {
  const opened = openTab(...how)
  tabs.push(opened)
  return opened
}
/** A wallet whose shares the server has; what the server keeps of it. */
async function madeWallet(keys: KeyWorkerClient, who = person) {
  const { version, share, walletId } = await keys.create({ person: who })
  await keys.confirmShares(version)
  return { person: who, version, share, walletId }
}
const signsWith = async (keys: KeyWorkerClient) => {
  const result = await keys.sign({ kind: 'eip155/message', message: '0x6869' })
  return verifyMessage('hi', 'signature' in result ? result.signature : '')
}

describe('a wallet from its first login to its last', () => {
  afterEach(() => {
    vi.useRealTimers()
    for (const each of tabs.splice(0)) each.close()
  })

  it('is made, and opened after a reload by the device share and the sealed server share', async () => {
    const browser = createBrowser()
    const first = tab(browser)
    const server = await madeWallet(first)
    const [account] = await first.accounts({ networks: [{ namespace: 'eip155' }] })
    expect(await signsWith(first)).toBe(account?.address)
    first.close()

    const second = tab(browser)
    expect(await second.status()).toEqual({ phase: 'locked' })
    expect(await second.wallet(person)).toEqual({
      id: server.walletId,
      version: 1,
      accounts: [account],
    })
    expect(await codeOf(signsWith(second))).toBe('KEYS_LOCKED')
    const released = await release(second, server)
    expect(await second.open({ person, released })).toEqual({
      walletId: server.walletId,
      version: 1,
      needsResplit: false,
    })
    expect(await signsWith(second)).toBe(account?.address)
  })

  it('gives the words and the key that open the same account in another wallet', async () => {
    const keys = tab(createBrowser())
    await keys.create({ person, wordCount: 24 })
    const words = await keys.exportWords()
    const [account] = await keys.accounts({ networks: [{ namespace: 'eip155' }] })
    expect(words.split(' ')).toHaveLength(24)
    expect(Wallet.fromPhrase(words).address).toBe(account?.address)
    expect(new Wallet(await keys.exportKey('eip155')).address).toBe(account?.address)
  })

  it('is recovered in a new browser by its code, with the same accounts, and split anew', async () => {
    const old = createBrowser()
    const first = tab(old)
    const server = await madeWallet(first)
    const code = await first.newRecoveryCode()
    const { blob } = await first.wrapRecovery({ kind: 'code', code })
    const address = await signsWith(first)

    const second = tab(createBrowser())
    const ask: Ask<'recover'> = {
      person,
      released: await release(second, server),
      blob,
      secret: { kind: 'code', code: ` ${code.toLowerCase().replaceAll('-', ' ')}` },
      walletId: server.walletId,
    }
    expect(await second.recover(ask)).toMatchObject({
      walletId: server.walletId,
      needsResplit: true,
    })
    expect(await signsWith(second)).toBe(address)
    const next = await second.resplit({ recovery: [{ kind: 'code', code }] })
    expect(next).toMatchObject({ version: 2, walletId: server.walletId })
    await second.confirmShares(2)

    // The server has version 2 now: the old browser and the old blob are useless.
    const newer = { person, version: next.version, share: next.share }
    const third = tab(old)
    expect(
      await codeOf(release(third, newer).then(released => third.open({ person, released }))),
    ).toBe('SHARE_OUTDATED')
    const stranger = tab(createBrowser())
    const again = await release(stranger, newer)
    expect(await codeOf(stranger.recover({ ...ask, released: again }))).toBe('SHARE_OUTDATED')
    const { blob: newBlob = '' } = next.recovery[0] ?? {}
    await stranger.recover({ ...ask, released: again, blob: newBlob })
    expect(await signsWith(stranger)).toBe(address)
  })

  it('is recovered by a passkey, whose value leaves the page', async () => {
    const first = tab(createBrowser())
    const server = await madeWallet(first)
    const value = randomBytes(32)
    const { blob } = await first.wrapRecovery({ kind: 'prf', value: Uint8Array.from(value) })
    const second = tab(createBrowser())
    const handed = Uint8Array.from(value)
    const released = await release(second, server)
    await second.recover({ person, released, blob, secret: { kind: 'prf', value: handed } })
    expect(handed.length).toBe(0)
    expect(await signsWith(second)).toBe(await signsWith(first))
    const other = { kind: 'prf', value: randomBytes(32) } as const
    expect(await codeOf(second.recover({ person, released, blob, secret: other }))).toBe(
      'RECOVERY_WRONG',
    )
  })

  it('a method that was added after a reload wraps the same recovery share, so older methods stay valid', async () => {
    const browser = createBrowser()
    const first = tab(browser)
    const server = await madeWallet(first)
    const [one, two] = [await first.newRecoveryCode(), await first.newRecoveryCode()]
    const older = await first.wrapRecovery({ kind: 'code', code: one })
    const second = tab(browser)
    await second.open({ person, released: await release(second, server) })
    const newer = await second.wrapRecovery({ kind: 'code', code: two })
    expect(newer.version).toBe(older.version)
    for (const [code, { blob }] of [
      [one, older],
      [two, newer],
    ] as const) {
      const fresh = tab(createBrowser())
      const released = await release(fresh, server)
      await fresh.recover({ person, released, blob, secret: { kind: 'code', code } })
      expect(await signsWith(fresh)).toBe(await signsWith(second))
    }
  })

  it('a split that the server never got changes nothing, and one whose answer was lost still opens', async () => {
    const browser = createBrowser()
    const first = tab(browser)
    const server = await madeWallet(first)
    const code = await first.newRecoveryCode()
    const lost = await first.resplit({ recovery: [{ kind: 'code', code }] })
    first.close()

    const second = tab(browser)
    // The server kept version 1.
    await second.open({ person, released: await release(second, server) })
    expect((await second.status()).phase).toBe('unlocked')
    const third = tab(browser)
    const got = { person, version: lost.version, share: lost.share }
    expect(await third.open({ person, released: await release(third, got) })).toMatchObject({
      version: 2,
    })
    // Version 2 is confirmed by that: the server cannot go back to version 1 any more.
    expect(
      await codeOf(release(third, server).then(released => third.open({ person, released }))),
    ).toBe('SHARE_OUTDATED')
  })

  it('a wallet whose first answer was lost is the same wallet when it is made again', async () => {
    const keys = tab(createBrowser())
    const first = await keys.create({ person })
    const words = await keys.exportWords()
    const second = await keys.create({ person })
    expect([second.walletId, second.version]).toEqual([first.walletId, 1])
    expect(await keys.exportWords()).toBe(words)
    for (const { share } of [first, second]) {
      const released = await release(keys, { person, version: 1, share })
      expect(await codeOf(keys.open({ person, released }))).toBe('accepted')
    }
  })

  it('many splits that the server never got do not push out the share that it has', async () => {
    const browser = createBrowser()
    const keys = tab(browser)
    const server = await madeWallet(keys)
    const code = await keys.newRecoveryCode()
    for (let split = 0; split < 8; split++)
      await keys.resplit({ recovery: [{ kind: 'code', code }] })
    expect((await createDeviceStore(browser).wallet(person))?.shares).toHaveLength(6)
    const second = tab(browser)
    expect(await second.open({ person, released: await release(second, server) })).toMatchObject({
      version: 1,
    })
  })

  it('two tabs may split at the same time: the one whose shares the server took opens', async () => {
    const browser = createBrowser()
    const [one, two] = [tab(browser), tab(browser)]
    const server = await madeWallet(one)
    await two.open({ person, released: await release(two, server) })
    const code = await one.newRecoveryCode()
    const [taken] = [
      await one.resplit({ recovery: [{ kind: 'code', code }] }),
      await two.resplit({ recovery: [{ kind: 'code', code }] }),
    ]
    const third = tab(browser)
    const released = await release(third, { person, version: 2, share: taken.share })
    expect(await third.open({ person, released })).toMatchObject({ version: 2 })
  })

  it('the share that is exported after two tabs split fits the one that the server took', async () => {
    const browser = createBrowser()
    const [one, two] = [tab(browser), tab(browser)]
    const server = await madeWallet(one)
    await two.open({ person, released: await release(two, server) })
    const code = await one.newRecoveryCode()
    const both = [
      await one.resplit({ recovery: [{ kind: 'code', code }] }),
      await two.resplit({ recovery: [{ kind: 'code', code }] }),
    ]
    for (const { share } of both) {
      const third = tab(browser)
      await third.open({ person, released: await release(third, { person, version: 2, share }) })
      const device = readShare(readWithCheck(await third.exportDeviceShare()), 'device')
      const taken = readShare(bytesOfBase64url(share), 'server')
      const entropy = await combineShares(device, taken, bytesOfBase64url(server.walletId))
      expect(entropy).toHaveLength(16)
    }
  })

  it('of two tabs with a first login, the one whose wallet was replaced is told so', async () => {
    const browser = createBrowser()
    const [one, two] = [tab(browser), tab(browser)]
    const replaced = await one.create({ person })
    const made = await two.create({ person })
    expect(await codeOf(one.confirmShares(replaced.version))).toBe('DEVICE_SHARE_MISSING')
    await two.confirmShares(made.version)
    const accounts = await two.accounts({ networks: [{ namespace: 'eip155' }] })
    await one.accounts({ networks: [{ namespace: 'eip155' }] })
    expect(await two.wallet(person)).toMatchObject({ id: made.walletId, accounts })
  })

  it('a wallet that another tab confirms while a share is sealed is not replaced', async () => {
    const browser = createBrowser()
    const other = tab(browser)
    const store = createDeviceStore(browser)
    const late = tab(browser, {
      store: {
        ...store,
        async changeWallet(who, change) {
          await madeWallet(other)
          await store.changeWallet(who, change)
        },
      },
    })
    expect(await codeOf(late.create({ person }))).toBe('WALLET_EXISTS')
    expect(await late.status()).toEqual({ phase: 'locked' })
  })
})

describe('a hostile server, another person, a cleared browser', () => {
  afterEach(() => {
    for (const each of tabs.splice(0)) each.close()
  })

  it("another wallet's server share, an old one and a changed one open nothing", async () => {
    const browser = createBrowser()
    const keys = tab(browser)
    const server = await madeWallet(keys)
    const foreign = await madeWallet(tab(createBrowser()), 'person-2')
    const changed = bytesOfBase64url(server.share)
    changed[30] = (changed[30] ?? 0) ^ 1
    const attempts: readonly (readonly [string, object])[] = [
      ['SHARE_FOREIGN', { share: foreign.share }],
      ['SHARE_WRONG', { share: base64url(changed) }],
      ['SHARE_OUTDATED', { version: 2 }],
      ['SHARE_MALFORMED', { share: 'AAAA' }],
    ]
    const fresh = tab(browser)
    for (const [code, change] of attempts) {
      const released = await release(fresh, { ...server, ...change })
      expect(await codeOf(fresh.open({ person, released }))).toBe(code)
      expect(await fresh.status()).toEqual({ phase: 'locked' })
    }
  })

  it('a server share that was sealed for another login, person, version or request stays closed', async () => {
    const keys = tab(createBrowser())
    const server = await madeWallet(keys)
    const earlier = await release(keys, server)
    const released = await release(keys, server) // the login key is a new one now
    expect(await codeOf(keys.open({ person, released: earlier }))).toBe('SEAL_WRONG')
    expect(await codeOf(keys.open({ person: 'person-2', released }))).toBe('SEAL_WRONG')
    expect(await codeOf(keys.open({ person, released: { ...released, version: 2 } }))).toBe(
      'SEAL_WRONG',
    )
    expect(await codeOf(keys.open({ person, released: { ...released, nonce: 'other' } }))).toBe(
      'SEAL_WRONG',
    )
    const enc = base64url(randomBytes(32))
    expect(await codeOf(keys.open({ person, released: { ...released, enc } }))).toBe('SEAL_WRONG')
    expect(await codeOf(keys.open({ person, released }))).toBe('accepted')
  })

  it('a server that denies a wallet cannot make this browser overwrite its share', async () => {
    const browser = createBrowser()
    const first = tab(browser)
    const server = await madeWallet(first)
    const second = tab(browser)
    expect(await codeOf(second.create({ person }))).toBe('WALLET_EXISTS')
    expect(await second.status()).toEqual({ phase: 'locked' })
    const released = await release(second, server)
    expect(await codeOf(second.open({ person, released }))).toBe('accepted')
  })

  it('a server that swaps the wallet at a recovery is caught by the blob, which it cannot write', async () => {
    const first = tab(createBrowser())
    const server = await madeWallet(first)
    const code = await first.newRecoveryCode()
    const { blob } = await first.wrapRecovery({ kind: 'code', code })
    const foreign = await madeWallet(tab(createBrowser()), person)
    const fresh = tab(createBrowser())
    const released = await release(fresh, foreign)
    const secret = { kind: 'code', code } as const
    expect(await codeOf(fresh.recover({ person, released, blob, secret }))).toBe('SHARE_FOREIGN')
    const right = await release(fresh, server)
    expect(
      await codeOf(
        fresh.recover({ person, released: right, blob, secret, walletId: foreign.walletId }),
      ),
    ).toBe('SHARE_FOREIGN')
  })

  it('all that the server stores, with unlimited calls, opens nothing', async () => {
    const first = tab(createBrowser())
    const server = await madeWallet(first)
    const code = await first.newRecoveryCode()
    const { blob } = await first.wrapRecovery({ kind: 'code', code })
    const thief = tab(createBrowser())
    const released = await release(thief, server)
    const found = new Set<unknown>()
    for (let attempt = 0; attempt < 100; attempt++) {
      const secret = { kind: 'code', code: await thief.newRecoveryCode() } as const
      found.add(await codeOf(thief.recover({ person, released, blob, secret })))
    }
    found.add(await codeOf(thief.open({ person, released })))
    expect(found).toEqual(new Set(['RECOVERY_WRONG', 'DEVICE_SHARE_MISSING']))
    expect(await thief.status()).toEqual({ phase: 'locked' })
  })

  it('two people share one browser, and neither opens the wallet of the other', async () => {
    const browser = createBrowser()
    const one = await madeWallet(tab(browser), 'person-1')
    const two = await madeWallet(tab(browser), 'person-2')
    const keys = tab(browser)
    const released = await release(keys, { ...two, person: 'person-1' })
    expect(await codeOf(keys.open({ person: 'person-1', released }))).toBe('SHARE_FOREIGN')
    await keys.open({ person: 'person-1', released: await release(keys, one) })
    await keys.open({ person: 'person-2', released: await release(keys, two) })
    expect(await keys.status()).toMatchObject({ person: 'person-2', walletId: two.walletId })
    // An entry copied below the name of the other person does not open either.
    const store = createDeviceStore(browser)
    const stolen = await store.wallet('person-2')
    await store.changeWallet('person-1', () => stolen)
    const copied = await release(keys, { ...two, person: 'person-1' })
    expect(await codeOf(keys.open({ person: 'person-1', released: copied }))).toBe(
      'DEVICE_SHARE_UNREADABLE',
    )
  })

  it('a forgotten person has no share here any more, and an open wallet is locked', async () => {
    const keys = tab(createBrowser())
    const server = await madeWallet(keys)
    await keys.forget(person)
    expect([await keys.status(), await keys.wallet(person)]).toEqual([{ phase: 'locked' }, null])
    const released = await release(keys, server)
    expect(await codeOf(keys.open({ person, released }))).toBe('DEVICE_SHARE_MISSING')
  })

  it('a browser that blocks storage gets a named error, and nothing is made', async () => {
    const broken = createBrowser()
    broken.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const keys = tab(broken)
    expect(await codeOf(keys.create({ person }))).toBe('STORAGE_BLOCKED')
    expect(await codeOf(keys.newLoginKey())).toBe('STORAGE_BLOCKED')
    expect(await codeOf(keys.wallet(person))).toBe('STORAGE_BLOCKED')
    expect(await keys.status()).toEqual({ phase: 'locked' })
  })

  it('a browser without IndexedDB gets the same error', async () => {
    const keys = tab(createBrowser(), { store: createDeviceStore() }) // Node has none
    expect(await codeOf(keys.create({ person }))).toBe('STORAGE_BLOCKED')
    expect(await codeOf(keys.devicePublicKey())).toBe('STORAGE_BLOCKED')
  })

  it('a browser that was cleared during a session says so, and works again', async () => {
    const browser = createBrowser()
    const keys = tab(browser)
    const server = await madeWallet(keys)
    await new Promise((resolve, reject) => {
      const request = browser.deleteDatabase('portico-keys')
      request.onsuccess = resolve
      request.onerror = reject
    })
    const released = await release(keys, server)
    expect(await codeOf(keys.open({ person, released }))).toBe('DEVICE_SHARE_MISSING')
    expect(await codeOf(keys.create({ person }))).toBe('accepted')
  })

  it('a login key that is gone asks for a new login', async () => {
    const keys = tab(createBrowser())
    const server = await madeWallet(keys)
    const released = await release(keys, server)
    const elsewhere = tab(createBrowser())
    expect(await elsewhere.loginKey()).toBeNull()
    expect(await codeOf(elsewhere.open({ person, released }))).toBe('LOGIN_KEY_MISSING')
  })
})

describe('the keys of this device', () => {
  afterEach(() => {
    for (const each of tabs.splice(0)) each.close()
  })

  it('a proof is a signature over its five lines, by a key that stays the same after a reload', async () => {
    const browser = createBrowser()
    const [first, second] = [tab(browser), tab(browser)]
    const jwk = await first.devicePublicKey()
    expect(await second.devicePublicKey()).toEqual(jwk)
    const how = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', jwk, how, false, ['verify'])
    const ask = { purpose: 'release', nonce: 'n', binding: 'b' }
    const signature = bytesOfBase64url(await second.proveDevice(ask))
    const verify = (text: string) => crypto.subtle.verify(how, key, signature, utf8(text))
    expect(await verify(`portico device proof 1\nrelease\n${frameOrigin}\nn\nb`)).toBe(true)
    expect(await verify(`portico device proof 1\nrelease\nhttps://host.example\nn\nb`)).toBe(false)
  })

  it('a line of a proof cannot hold a line break, so no proof reads as another', async () => {
    const keys = tab(createBrowser())
    for (const line of ['a\nb', 'a\r', 'x'.repeat(301)])
      expect(await codeOf(keys.proveDevice({ purpose: line, nonce: 'n', binding: 'b' }))).toBe(
        'MESSAGE_INVALID',
      )
  })

  it('the login key survives a reload, and its hash is that of its public key', async () => {
    const browser = createBrowser()
    const made = await tab(browser).newLoginKey()
    expect(await tab(browser).loginKey()).toEqual(made)
    expect(base64url(await sha256(bytesOfBase64url(made.publicKey)))).toBe(made.keyHash)
  })

  it('no private key of this browser can be exported', async () => {
    const browser = createBrowser()
    const keys = tab(browser)
    await madeWallet(keys)
    await keys.newLoginKey()
    await keys.devicePublicKey()
    const store = createDeviceStore(browser)
    const wrapping = await store.read('wrapping-key')
    const device = await store.read('device-key')
    expect([wrapping?.extractable, device?.privateKey.extractable]).toEqual([false, false])
    // WebKit cannot store X25519 keys, so that one is kept encrypted: 48 bytes and a tag.
    const login = await store.read('login-key')
    expect(Object.keys(login ?? {}).toSorted()).toEqual(['iv', 'publicKey', 'wrapped'])
    expect(login?.wrapped).toHaveLength(64)
  })
})
