const { attach, createPortico, directory, eip155, mainnet } = window.Portico

const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })
attach(portico)
document.querySelector('#sign').addEventListener('click', () => void window.sign(portico))
