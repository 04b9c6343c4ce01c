import { hostsPage } from './hosts-page.mjs'
import { sentencesPage } from './sentences-page.mjs'
import { storagePage } from './storage-page.mjs'

/**
 * The generated parts of documents, compared or written.
 * @param {import('./generated-part.mjs').Writing} [options]
 */
export const generatedPages = options => [
  ...storagePage(options),
  ...hostsPage(options),
  ...sentencesPage(options),
]

/** Writes the generated parts of documents. `npm run check` fails while one is stale. */
export const pages = async () => generatedPages({ write: true })
