import type * as v from 'valibot'
import type { BaseOptions } from '../configuration.js'
import { accounts } from './accounts/module.js'
import { analytics } from './analytics/module.js'
import { convert } from './convert/module.js'
import { directory } from './directory/module.js'
import { login } from './login/module.js'
import { names } from './names/module.js'
import { nfts } from './nfts/module.js'
import { prices } from './prices/module.js'
import { signIn } from './sign-in/module.js'

/** The modules of this package, in the order of their setup. */
export const builtinModules = [
  prices,
  accounts,
  convert,
  nfts,
  names,
  directory,
  analytics,
  signIn,
  login,
] as const

type OptionsOf<Each> = Each extends { readonly options?: infer Found }
  ? NonNullable<Found> extends infer Entries extends v.ObjectEntries
    ? v.InferInput<v.StrictObjectSchema<Entries, undefined>>
    : unknown
  : unknown
type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer All,
) => void
  ? All
  : never

/** What a host configures; everything has a default. */
export type BackendOptions = BaseOptions & Both<OptionsOf<(typeof builtinModules)[number]>>
