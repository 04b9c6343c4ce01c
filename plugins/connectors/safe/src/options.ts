import { KernelError } from '@portico/kernel'

export interface SafeOptions {
  /** Origins besides `https://app.safe.global` whose pages are believed to be a Safe: `['https://safe.example.org']`. Every word of theirs is a wallet's word. */
  readonly origins?: readonly string[]
}

/** Where a Safe may frame this page. Throws a KernelError BAD_PLUGIN for what is no origin. */
export function readOrigins({ origins = [] }: SafeOptions): readonly string[] {
  for (const origin of origins)
    if (!/^https?:\/\/[a-z\d.:[\]-]+$/.test(origin))
      throw new KernelError('BAD_PLUGIN', `"${origin}" is no origin.`, 'connector/safe', 'https://host, without a path')
  return ['https://app.safe.global', ...origins]
}
