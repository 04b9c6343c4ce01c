import { message } from '@portico/kernel/contracts'
import { hueOf, Picture } from './picture.js'

export const installedMessage = /* @__PURE__ */ message('ui.installed', 'Installed')
export const walletsMessage = /* @__PURE__ */ message('ui.wallets', 'Wallets')

/** A wallet's own icon; its initial on a tint until that is there. Give it a name beside it. */
export function WalletIcon({ name, src, size = 36 }: { readonly name: string; readonly src?: string | undefined; readonly size?: 36 | 56 | 64 | 88 }) {
  return <Picture src={src} size={size} shape="square" hue={hueOf(name)} initial={initialOf(name)} />
}
/** A network’s round icon. */
export function NetworkIcon({ name, src, size = 36 }: { readonly name: string; readonly src?: string | undefined; readonly size?: 22 | 36 }) {
  return <Picture src={src} size={size} shape="round" hue={hueOf(name)} initial={initialOf(name)} />
}

export const initialOf = (name: string): string => ((/^[a-z\d]/i.exec(name) ?? /\p{L}|\p{N}/u.exec(name))?.[0] ?? '?').toLocaleUpperCase()
