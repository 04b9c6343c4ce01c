import * as kernel from '@portico/kernel'

// Keeps every export of the entry in the bundle.
Object.assign(globalThis, { kernel })
