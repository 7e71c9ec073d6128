/** Deploys to an AWS account by driving the SAM CLI and the AWS CLI. */
package bout.cli.deploy;
