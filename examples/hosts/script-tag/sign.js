window.sign = async portico => {
  const output = document.querySelector('output')
  try {
    output.textContent = await window.Portico.signMessage(portico, { message: 'Hello' })
  } catch (error) {
    output.textContent = error.message
  }
}
