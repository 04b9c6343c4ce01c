/** Transactions of indexed chains. Hashes and EVM addresses are in lower case. */
interface Transactions {
  chain: string
  hash: string
  block: number
  /** Its place in the block. */
  place: number
  /** Seconds since 1970. */
  time: number
  sender: string
  /** Null where it created a contract. */
  recipient: string | null
  nonce: number
  status: 'confirmed' | 'failed'
  /** The first four bytes of the call, or null. */
  selector: string | null
  /**
   * Whom the call names as who gets it, where it is one that pays. Null, too, of what was indexed
   * before this was.
   */
  payee: string | null
}

/**
 * What moved in a transaction: `token` is a contract, or `native`; `amount` is decimal text in base
 * units.
 */
interface Transfers {
  chain: string
  hash: string
  /** The index of its log, -1 for the native coin. */
  place: number
  block: number
  /** That of its transaction: PostgreSQL keeps the rows of a month together. */
  time: number
  token: string
  sender: string
  recipient: string
  amount: string
}

/** Who a transaction concerns: by this an account finds its own. */
interface Participants {
  address: string
  time: number
  chain: string
  block: number
  place: number
  hash: string
}

/** What a contract says of itself. Null where it says nothing. */
interface Tokens {
  chain: string
  address: string
  name: string | null
  symbol: string | null
  decimals: number | null
}

/** The last blocks that were indexed, by which a reorganisation is noticed. */
interface Blocks {
  chain: string
  number: number
  hash: string
}

/** Items of ERC-721 and ERC-1155 that moved. */
interface NftMoves {
  chain: string
  hash: string
  place: number
  block: number
  time: number
  token: string
  standard: 'erc721' | 'erc1155'
  /** Decimal text. */
  token_id: string
  sender: string
  recipient: string
  amount: string
  /** 1 when its transaction sent such items to many accounts. */
  mass: number
}

/** What the documents of such items say. */
interface NftDocuments {
  chain: string
  token: string
  token_id: string
  state: 'known' | 'missing' | 'unreachable'
  /** JSON, where it is known. */
  facts: string | null
  /** Milliseconds since 1970. */
  fetched: number
}

/** How far a chain is indexed. */
interface Checkpoints {
  chain: string
  /** The last block that is in; start - 1 at the beginning. */
  block: number
  /** Where indexing began. */
  start: number
  /** Whether the whole chain is in, or only followed accounts. */
  scope: 'accounts' | 'chain'
}

/** The accounts whose transactions are indexed. */
interface FollowedAccounts {
  chain: string
  address: string
  /** Milliseconds since 1970. */
  requested: number
  /** 1 when it signed in: then it is followed for good. */
  signed_in: number
  /** The first block that is indexed as it comes; null before the indexer noticed the account. */
  since: number | null
}

/** Block ranges that a followed account still lacks, both ends included. */
interface IndexGaps {
  chain: string
  address: string
  low: number
  high: number
}

export interface Tables {
  transactions: Transactions
  transfers: Transfers
  participants: Participants
  tokens: Tokens
  blocks: Blocks
  checkpoints: Checkpoints
  followed_accounts: FollowedAccounts
  index_gaps: IndexGaps
  nft_moves: NftMoves
  nft_documents: NftDocuments
}
