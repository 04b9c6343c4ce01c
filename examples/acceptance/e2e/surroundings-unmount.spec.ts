import type { Page } from '@playwright/test'
import {
  choice,
  connect,
  dialog,
  expect,
  fact,
  fox,
  inModal,
  test,
  waitForRequest,
} from './visit.js'

/** Counts what the page has open: sockets, channels between tabs, timers that repeat. */
const countOpen = () => {
  const open = { sockets: 0, channels: 0, intervals: new Set<number>() }
  Object.assign(window, { open })
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(...ask: ConstructorParameters<typeof Socket>) {
      super(...ask)
      open.sockets++
      this.addEventListener('close', () => open.sockets--)
    }
  }
  const Channel = window.BroadcastChannel
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      open.channels++
    }
    override close() {
      super.close()
      open.channels--
    }
  }
  const { setInterval, clearInterval } = window
  Object.assign(window, {
    setInterval: (...ask: Parameters<typeof setInterval>) => {
      const id = setInterval(...ask) as unknown as number
      open.intervals.add(id)
      return id
    },
    clearInterval: (id: number) => {
      open.intervals.delete(id)
      clearInterval(id)
    },
  })
}
const stillOpen = (page: Page) =>
  page.evaluate(() => {
    const { sockets, channels, intervals } = (
      window as unknown as { open: { sockets: number; channels: number; intervals: Set<number> } }
    ).open
    return { sockets, channels, intervals: intervals.size }
  })

const states: Readonly<
  Record<string, { readonly plain?: boolean; reach(page: Page): Promise<unknown> }>
> = {
  'wallets are looked for': {
    reach: page =>
      page.evaluate(() =>
        (
          document.querySelector('main .portico-button[data-state="disconnected"]') as HTMLElement
        ).click(),
      ),
  },
  'a connection is restored': {
    async reach(page) {
      await connect(page)
      await page.addInitScript(() =>
        Object.assign(window.mockWallets.Fox ?? {}, { policy: { eth_accounts: 'hang' } }),
      )
      await page.reload()
      await expect(fact(page, 'phase reconnecting')).toBeVisible()
    },
  },
  'a wallet disconnects': {
    async reach(page) {
      await connect(page)
      await page.evaluate(() =>
        Object.assign(window.mockWallets.Fox ?? {}, {
          policy: { wallet_revokePermissions: 'hang' },
        }),
      )
      await page.evaluate(() => void window.host.disconnect().catch(() => undefined))
    },
  },
  'the code of a view is on its way': {
    async reach(page) {
      await connect(page)
      await page.route(/settings-view|networks-view/, () => new Promise(() => undefined))
      await inModal(page, 'Settings').click()
    },
  },
  'a language is on its way': {
    async reach(page) {
      await connect(page)
      await inModal(page, 'Settings').click()
      await page.route(/\/(de|ar)[-.]/, () => new Promise(() => undefined))
      await choice(page, 'Deutsch').click()
    },
  },
  'it stands inside the page': {
    plain: true,
    async reach(page) {
      await page.evaluate(() => window.hostPage.embed?.())
      await page.locator('portico-modal').getByRole('button', { name: 'Fox' }).click()
      await waitForRequest(page, 'Fox')
    },
  },
}

test.describe('[R29] a Portico that is unmounted during other work than in react.spec.ts', () => {
  for (const [name, { plain = false, reach }] of Object.entries(states))
    test(`an unmount while ${name} leaves nothing open and changes nothing after`, async ({
      page,
      visit,
      said,
    }) => {
      const open = new Set<unknown>()
      page.on('request', request => open.add(request))
      page.on('requestfinished', request => open.delete(request))
      page.on('requestfailed', request => open.delete(request))
      await page.addInitScript(countOpen)
      await visit({ wallets: [fox({ remember: true, ...(plain && { policy: 'ask' }) })], plain })
      await reach(page)
      const before = await page.evaluate(async () => {
        window.hostPage.unmount()
        window.host.portico.dispose()
        // The modal goes first, and the kernel right after it.
        await new Promise(resolve => setTimeout(resolve))
        return window.host.changes
      })
      await page.evaluate(
        () =>
          window.mockWallets.Fox?.pending.map(({ id }) => window.mockWallets.Fox?.approve(id))
            .length,
      )
      await page.evaluate(() => window.mockWallets.Fox?.burst('accountsChanged', 5))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.waitForTimeout(1_000)
      expect(await page.evaluate(() => window.host.changes)).toBe(before)
      // Code that is on its way is the browser's: no script can call it back.
      expect(
        [...open].filter(
          request => (request as { resourceType(): string }).resourceType() !== 'script',
        ).length,
      ).toBe(0)
      expect(await stillOpen(page)).toEqual({ sockets: 0, channels: 0, intervals: 0 })
      await expect(page.locator('portico-root')).toHaveCount(0)
      await expect(dialog(page)).toHaveCount(0)
      said.splice(
        0,
        said.length,
        ...said.filter(line => !/Failed to load resource|net::ERR/.test(line)),
      )
    })
})
