import * as v from 'valibot'
import { defineJob } from '../../jobs/job.js'
import type { Tables } from '../../store/schema.js'
import { defineModule } from '../module.js'
import { createMetadataReader } from './nft-metadata.js'
import { createNftPages } from './nft-pages.js'
import { nftRoutes } from './nft-routes.js'
import { options } from './options.js'

/** NFTs of accounts, from the index; their documents from public hosts. */
export const nfts = defineModule({
  name: 'nfts',
  options,
  setup({ database, options: { nfts }, chains }) {
    const pages = createNftPages(database<Tables>(), createMetadataReader(nfts))
    return {
      routes: nftRoutes(pages, chains),
      jobs: [
        defineJob({
          name: 'nft-forget',
          payload: v.object({}),
          everySeconds: 600,
          timeoutSeconds: 120,
          run: () => pages.forget(),
        }),
      ],
    }
  },
})
