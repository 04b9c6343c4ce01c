/**
 * Six proofs for the embedded wallet: what it may rely on in each engine. It will live in a frame
 * of `wallet.<site>` within the app's page at `app.<site>`. Where the engines differ, the test
 * holds what each one does, so that it fails on the day when an engine changes.
 */
import type { EngineName, Tab } from './driver.js'
import { frame, hosts, runInFrame, type Sites, startSites } from './sites.js'
import { test as base, expect } from './visit.js'

interface Fixtures {
  readonly sites: Sites
  /** Opens a page in a new tab. */
  readonly open: (url: string) => Promise<Tab>
}
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  sites: async ({}, use) => {
    const sites = await startSites({ '/alone': greetByChannel, '/popup': greetOpener })
    await use(sites)
    await sites.close()
  },
  open: async ({ engine }, use) => {
    const tabs: Tab[] = []
    await use(async url => {
      const tab = await engine.newTab()
      tabs.push(tab)
      await tab.open(url)
      return tab
    })
    for (const tab of tabs) await tab.close()
  },
})

/** Writes to the storage of an origin. */
async function store(): Promise<void> {
  localStorage.setItem('share', 'stored')
  const request = indexedDB.open('wallet', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('shares')
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve
    request.onerror = () => reject(request.error)
  })
  request.result.close()
}
/** What a page finds there; `refused` where the engine gives it no storage at all. */
async function stored(): Promise<readonly unknown[] | 'refused'> {
  try {
    const request = indexedDB.open('wallet')
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve
      request.onerror = () => reject(request.error)
    })
    const stores = [...request.result.objectStoreNames]
    request.result.close()
    return [localStorage.getItem('share'), ...stores]
  } catch {
    return 'refused'
  }
}

test('a frame shares storage with its own window within the same site, except in WebKit, and not within another site', async ({
  engineName,
  open,
  sites,
}) => {
  const app = await open(sites.at('app'))
  await frame(app, sites.at('wallet'))
  await runInFrame(app, store)
  // WebKit keys storage by the origin at the top, not by its site.
  const window = await open(sites.at('wallet'))
  expect(await window.run(stored), 'its own window').toEqual(
    engineName === 'WebKit' ? [null] : ['stored', 'shares'],
  )
  const again = await open(sites.at('app'))
  await frame(again, sites.at('wallet'))
  expect(await runInFrame(again, stored), 'another window of the app').toEqual(['stored', 'shares'])
  const otherSite = await open(sites.at('other'))
  await frame(otherSite, sites.at('wallet'))
  expect(await runInFrame(otherSite, stored), 'another site').toEqual([null])
})

/**
 * What the pop-up without an opener does: it greets the frame every 100 ms, and closes when the
 * frame has received the message.
 */
function greetByChannel(): void {
  const channel = new BroadcastChannel('wallet')
  const greeting = setInterval(() => channel.postMessage({ hasOpener: opener !== null }), 100)
  const end = () => {
    clearInterval(greeting)
    close()
  }
  channel.onmessage = end
  // Where the frame never hears it.
  setTimeout(end, 3_000)
}
/** What the pop-up with an opener does. */
function greetOpener(): void {
  addEventListener('message', () => close())
  opener.postMessage({ hasOpener: true }, location.origin)
}
/**
 * Opens a pop-up of the frame's origin at the next click, and collects what the frame hears from
 * it.
 */
function openAtClick(path: string, features: string): void {
  const received: unknown[] = []
  Object.assign(window, { received })
  const channel = new BroadcastChannel('wallet')
  channel.onmessage = ({ data }) => {
    received.push(data)
    channel.postMessage('close')
  }
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== location.origin || !source) return
    received.push(data)
    source.postMessage('close', { targetOrigin: origin })
  })
  document.addEventListener('click', () => open(path, '_blank', features), { once: true })
}
const received = () => (window as { received?: readonly unknown[] }).received

test('a pop-up with an opener reaches the frame in every engine, and one without an opener except in WebKit', async ({
  engineName,
  open,
  sites,
}) => {
  const app = await open(sites.at('app'))
  await frame(app, sites.at('wallet'))
  await runInFrame(app, openAtClick, '/alone', 'noopener')
  await app.clickAt({ x: 100, y: 100 })
  await expect.poll(() => sites.requests.some(({ path }) => path === '/alone')).toBe(true)
  if (engineName === 'WebKit') {
    await new Promise(resolve => setTimeout(resolve, 2_000))
    expect(await runInFrame(app, received)).toEqual([])
  } else await expect.poll(() => runInFrame(app, received)).toContainEqual({ hasOpener: false })
  await app.show()
  await runInFrame(app, openAtClick, '/popup', '')
  await app.clickAt({ x: 100, y: 100 })
  await expect.poll(() => runInFrame(app, received)).toContainEqual({ hasOpener: true })
})

test('cookies and request headers treat app.portico.localhost and wallet.portico.localhost as one site', async ({
  open,
  sites,
}) => {
  await open(sites.at('wallet', '/cookie'))
  for (const host of ['app', 'other'] as const)
    await frame(await open(sites.at(host)), sites.at('wallet', `/${host}`))
  const requestOf = (path: string) =>
    sites.requests.find(request => request.host === hosts.wallet && request.path === path)
  expect(requestOf('/app')).toMatchObject({ fetchSite: 'same-site', cookie: 'wallet=strict' })
  expect(requestOf('/other')).toMatchObject({ fetchSite: 'cross-site', cookie: '' })
})

/** Calls a function in the frame of the wallet, and in a separate window of the wallet. */
async function both<Answer>(
  { open, sites }: Fixtures,
  task: () => Answer | Promise<Answer>,
): Promise<{ readonly frame: Answer; readonly window: Answer }> {
  const app = await open(sites.at('app'))
  await frame(app, sites.at('wallet'))
  return {
    frame: await runInFrame(app, task),
    window: await (await open(sites.at('wallet'))).run(task),
  }
}

test('passkeys and their PRF extension work in the frame and in a window, except in WebKitGTK', async ({
  engineName,
  open,
  sites,
}) => {
  const found = await both({ open, sites }, async () => {
    const capabilities =
      'PublicKeyCredential' in window
        ? await PublicKeyCredential.getClientCapabilities()
        : undefined
    return {
      isSecure: isSecureContext,
      hasPasskeys: capabilities !== undefined,
      hasPrf: capabilities?.['extension:prf'] ?? false,
    }
  })
  const expected = {
    isSecure: true,
    hasPasskeys: engineName !== 'WebKit',
    hasPrf: engineName !== 'WebKit',
  }
  expect(found).toEqual({ frame: expected, window: expected })
})

test('IntersectionObserver reports a covered frame in Chromium, and not in Firefox and WebKit', async ({
  engineName,
  open,
  sites,
}) => {
  const app = await open(sites.at('app'))
  await frame(app, sites.at('wallet'))
  const isVisible = () =>
    runInFrame(
      app,
      () =>
        new Promise<boolean | 'unknown'>(resolve => {
          const options: IntersectionObserverInit & {
            readonly trackVisibility: boolean
            readonly delay: number
          } = { trackVisibility: true, delay: 100 }
          const observer = new IntersectionObserver(([entry]) => {
            observer.disconnect()
            resolve((entry as { readonly isVisible?: boolean } | undefined)?.isVisible ?? 'unknown')
          }, options)
          observer.observe(document.body)
        }),
    )
  await runInFrame(app, () => document.body.style.setProperty('height', '200px'))
  await expect.poll(isVisible).toBe(engineName === 'Chromium' ? true : 'unknown')
  await app.run(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position: fixed; inset: 0; opacity: 0.5; background: white'
    document.body.append(cover)
  })
  await expect.poll(isVisible).toBe(engineName === 'Chromium' ? false : 'unknown')
})

/**
 * What `navigator.storage` promises: whether data outlives a full disk, what asking for that
 * answers, and whether there is a quota.
 */
const promises: Readonly<Record<EngineName, unknown>> = {
  Chromium: {
    frame: { isPersistent: false, granted: false, hasQuota: true },
    window: { isPersistent: false, granted: false, hasQuota: true },
  },
  // Firefox asks the person, and only in a window of the origin's own.
  Firefox: {
    frame: { isPersistent: false, granted: false, hasQuota: true },
    window: { isPersistent: false, granted: 'asks the person', hasQuota: true },
  },
  WebKit: { frame: 'has no storage manager', window: 'has no storage manager' },
}

test('no engine grants persistent storage to the wallet', async ({ engineName, open, sites }) => {
  const found = await both({ open, sites }, async () => {
    const storage = (navigator as Partial<Navigator>).storage
    if (!storage) return 'has no storage manager'
    const granted = await Promise.race([
      storage.persist(),
      new Promise(resolve => setTimeout(() => resolve('asks the person'), 2_000)),
    ])
    return {
      isPersistent: await storage.persisted(),
      granted,
      hasQuota: ((await storage.estimate()).quota ?? 0) > 0,
    }
  })
  expect(found).toEqual(promises[engineName])
})
