import * as kernel from '@portico/kernel'

// Held, so that nothing of the door is left out of the bundle.
Object.assign(globalThis, { kernel })
