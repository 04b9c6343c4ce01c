import type { Hex } from './accounts.js'
import {
  porticoCardsArtifact,
  porticoEditionsArtifact,
  porticoListedCardsArtifact,
} from './contracts/artifacts.js'

const salt = '00'.repeat(32)
const placed = <
  Artifact extends { readonly create2Address: Hex; readonly abi: unknown; readonly bytecode: Hex },
>({
  create2Address,
  abi,
  bytecode,
}: Artifact): {
  readonly address: Hex
  readonly abi: Artifact['abi']
  readonly deployment: Hex
} => ({
  address: create2Address,
  abi,
  deployment: `0x${salt}${bytecode.slice(2)}`,
})

/**
 * Collectibles with an open `mint`. On no chain from the start: sending `deployment` to
 * `create2Deployer` puts one there, at the same address on all of them.
 */
export const nftContracts = {
  /** ERC-721 without enumeration: what came to an account stands in its transfers. */
  cards: placed(porticoCardsArtifact),
  /** ERC-721 with enumeration. */
  listedCards: placed(porticoListedCardsArtifact),
  /** ERC-1155. */
  editions: placed(porticoEditionsArtifact),
}
