export * from './tally-chain.js'
