import { KernelError } from '@portico/kernel'

export interface SafeOptions {
  /**
   * Trusted origins besides `https://app.safe.global`, such as `['https://safe.example.org']`.
   * Their pages act as the wallet.
   */
  readonly origins?: readonly string[]
}

/**
 * Returns the origins that may frame this page as a Safe. Throws a KernelError BAD_PLUGIN for an
 * invalid origin.
 */
export function readOrigins({ origins = [] }: SafeOptions): readonly string[] {
  for (const origin of origins)
    if (!/^https?:\/\/[a-z\d.:[\]-]+$/.test(origin))
      throw new KernelError(
        'BAD_PLUGIN',
        `"${origin}" is no origin.`,
        'connector/safe',
        'https://host, without a path',
      )
  return ['https://app.safe.global', ...origins]
}
