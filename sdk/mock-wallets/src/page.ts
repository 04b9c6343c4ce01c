import { randomUUID } from 'node:crypto'
import { MockWalletError } from './errors.js'
import type { AnyMockWallet, WalletOptions } from './makers.js'
import { sendByFetch } from './node-rpc.js'
import type { PageWallets } from './page-script.js'
import script from './page-script.js?script'

/**
 * The remote controls of the wallets of a page, by name. `namespace` tells what a wallet is; tests
 * whose wallets have fixed names may add them:
 * `declare module '@portico/mock-wallets/page' { interface PageMockWallets { readonly Fox?: MockEvmWallet } }`.
 */
export interface PageMockWallets {
  readonly [name: string]: AnyMockWallet | undefined
}

declare global {
  interface Window {
    /** The remote controls of the wallets that `installMockWallets` made in this page. */
    readonly mockWallets: PageMockWallets
  }
}

/** A page or a browser context of Playwright, as far as it is needed. */
export interface ScriptablePage {
  addInitScript(script: { readonly content: string }): Promise<unknown>
  exposeFunction(
    name: string,
    callback: (url: string, body: string) => Promise<string>,
  ): Promise<unknown>
}

/**
 * Puts wallets into every document that the page (or all pages of the context) opens from now on,
 * before its own scripts run.
 *
 * In the page, `window.mockWallets[name]` is the remote control of each. A Content-Security-Policy
 * does not reach them, as it does not reach a real extension: the script comes from the browser,
 * and the wallets ask their nodes through the test's process, which also keeps their requests out
 * of the page's own.
 *
 * @throws MockWalletError for two wallets of one name
 */
export async function installMockWallets(
  page: ScriptablePage,
  wallets: readonly WalletOptions[],
): Promise<void> {
  const sendThrough = `mockWalletsSend_${randomUUID().replaceAll('-', '')}`
  await page.exposeFunction(sendThrough, sendByFetch)
  await page.addInitScript({ content: await scriptOf({ wallets, sendThrough }) })
}

/**
 * The script that makes the wallets, for a page of one's own: put it before the page's other
 * scripts. It is safe inside a script element. These wallets ask their nodes by the page's own
 * `fetch`.
 *
 * @throws MockWalletError for two wallets of one name
 */
export function mockWalletsScript(wallets: readonly WalletOptions[]): Promise<string> {
  return scriptOf({ wallets })
}

async function scriptOf(content: PageWallets): Promise<string> {
  const names = content.wallets.map(wallet => wallet.control ?? wallet.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new MockWalletError(
      `Two wallets are named "${twice}": their remote controls need different names. Hint: give one of them \`control\`.`,
    )

  const made = JSON.stringify(content)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `(()=>{${script.replaceAll('</script', '<\\/script')};script.makeWallets(${made})})();`
}
