export default function Page() {
  return <h1>Berth</h1>
}
