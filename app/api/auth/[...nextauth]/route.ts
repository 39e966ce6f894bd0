export { answerSignIn as GET, answerSignIn as POST } from '#lib/http/sign-in/sign-in.ts'
