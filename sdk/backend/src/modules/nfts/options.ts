import * as v from 'valibot'
import { text, url } from '../../option-schemas.js'

export const options = {
  /** Where the documents of NFTs are fetched from. */
  nfts: v.optional(
    v.strictObject({
      /**
       * What stands for `ipfs://` and `ar://`, such as `https://ipfs.io/ipfs`. Without it these
       * documents are not fetched.
       */
      gateways: v.optional(v.strictObject({ ipfs: v.optional(url), ar: v.optional(url) }), {}),
      /**
       * Hosts (`host:port`) that may be asked though they are not of the public internet, or have
       * no https.
       */
      hosts: v.optional(v.array(text), []),
    }),
    {},
  ),
}
export type NftOptions = v.InferOutput<typeof options.nfts>
