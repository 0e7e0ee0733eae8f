# The subnets of checkout-prod
provider "aws" {
  region = "us-east-1"
}

locals {
  azs = [
    "us-east-1a",
    "us-east-1b",
    "us-east-1g",
  ]
}
