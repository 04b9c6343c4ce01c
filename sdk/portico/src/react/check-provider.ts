/**
 * What developers read about a React that is too old, and about a provider that cannot be found.
 * Only called in development, so production builds leave it out.
 */
import { type Context, version } from 'react'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'

const least = [18, 3] as const
/** The context of the provider that rendered last, of whichever copy of this package. */
const lastProvider = Symbol.for('portico.provider')

/** Throws for a React that lacks the hooks that Portico calls. npm refuses it before. */
export function checkReact(): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new SdkError(
    'REACT_VERSION',
    `Portico needs React ${least.join('.')} or later, and this page has ${version}. Update react and react-dom, or use the elements of @portico/sdk/element.`,
  )
}

/** Notes that a provider renders, so that a second copy of this package can be told apart. */
export function noteProvider(context: Context<Portico | undefined>): void {
  Reflect.set(globalThis, lastProvider, context)
}

/** Says why a hook or button has no provider, and what to do. */
export function withoutProvider(context: Context<Portico | undefined>): string {
  const other: unknown = Reflect.get(globalThis, lastProvider)
  return other && other !== context
    ? 'A Portico hook or button is of another copy of @portico/sdk than <PorticoProvider>. Install one: `npm ls @portico/sdk`, then `npm dedupe`.'
    : 'A Portico hook or button stands outside <PorticoProvider>. Put the provider around it.'
}
