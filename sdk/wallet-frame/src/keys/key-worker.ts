/** The entry of the worker that holds the keys. */
import { type KeyScope, serveKeys } from './serve-keys.js'

const scope = self as unknown as KeyScope & { readonly location: { readonly origin: string } }
serveKeys(scope, { origin: scope.location.origin })
