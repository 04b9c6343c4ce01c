import '@portico/wallet-frame/keys/worker'
