import { signatureOfPolicy, signForm, signLink } from '../../../lambdas/platform/aws/presign-s3';

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const signer = { region: 'us-east-1', credentials };

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html, with its line ends. */
const published = [
  '{ "expiration": "2015-12-30T12:00:00.000Z",',
  '  "conditions": [',
  '    {"bucket": "sigv4examplebucket"},',
  '    ["starts-with", "$key", "user/user1/"],',
  '    {"acl": "public-read"},',
  '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
  '    ["starts-with", "$Content-Type", "image/"],',
  '    {"x-amz-meta-uuid": "14365123651274"},',
  '    {"x-amz-server-side-encryption": "AES256"},',
  '    ["starts-with", "$x-amz-meta-tag", ""],',
  '',
  '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
  '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
  '    {"x-amz-date": "20151229T000000Z" }',
  '  ]',
  '}',
].join('\r\n');

test('a form is signed as in the example that AWS publishes', () =>
  expect(signatureOfPolicy(Buffer.from(published).toString('base64'), '20151229', signer)).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  ));

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
test('a link is signed as in the example that AWS publishes', () =>
  expect(
    new URL(
      signLink({
        url: 'https://examplebucket.s3.amazonaws.com/test.txt',
        seconds: 86_400,
        at: new Date('2013-05-24T00:00:00Z'),
        ...signer,
      }),
    ).searchParams.get('X-Amz-Signature'),
  ).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'));

test('a form allows one key, one type, so many bytes and five minutes in one bucket', () => {
  const { fields } = signForm({
    url: 'https://files-of-us.s3.eu-central-1.amazonaws.com/',
    fields: { key: 'incoming/1', 'Content-Type': 'image/png' },
    bytes: 70,
    seconds: 300,
    at: new Date('2027-01-01T00:00:00Z'),
    region: 'eu-central-1',
    credentials: { ...credentials, sessionToken: 'token' },
  });
  expect(JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString())).toEqual({
    expiration: '2027-01-01T00:05:00.000Z',
    conditions: [
      { bucket: 'files-of-us' },
      { key: 'incoming/1' },
      { 'Content-Type': 'image/png' },
      { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
      { 'x-amz-credential': 'AKIAIOSFODNN7EXAMPLE/20270101/eu-central-1/s3/aws4_request' },
      { 'x-amz-date': '20270101T000000Z' },
      { 'x-amz-security-token': 'token' },
      ['content-length-range', 70, 70],
    ],
  });
});
