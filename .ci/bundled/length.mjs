export default ({ text }) => text.length
