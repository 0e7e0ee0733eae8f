# The machine pools of checkout-prod
locals {
  region = "us-east-1"
  zones  = ["us-east-1a", "us-east-1b", "us-east-1c"]
}

resource "cluster_machine_pool" "worker_pool" {
  cluster_name  = "checkout-prod"
  name          = "worker-pool"
  zones         = local.zones
  instance_type = "m6i.2xlarge"
  size          = 6
}

resource "cluster_machine_pool" "gpu_inference" {
  cluster_name  = "checkout-prod"
  name          = "gpu-inference"
  zones         = ["us-east-1d"]
  instance_type = "g5.2xlarge"
  size          = 2
}
