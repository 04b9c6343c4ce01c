/** What sessions take that are kept elsewhere than in this browser. One door: whoever comes through it needs all of it. */
export { keepElsewhere } from './keeping.js'
export { lookUpIn } from './look-up.js'
export { createServerStorage } from './server-storage.js'
