// Each plugin that this package writes keeps the contract of its kind as it stands.
import '../templates/chain/test/my-chain.test.js'
import '../templates/connector/test/my-wallet.test.js'
import '../templates/feature/test/my-feature.test.js'
